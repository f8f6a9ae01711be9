#include "study/command.hpp"

#include "study/molecules.hpp"
#include "study/random.hpp"

namespace canon::lab {

int run_study(const tool::Words& words) {
  static const tool::Program group = {
      "canon-lab study",
      R"(canon-lab study - how often canonization fails

Usage: canon-lab study WHICH [OPTION]...

Which:
)",
      "\n",
      {
          {"random", "random graphs and matrices", run_study_random},
          {"molecules", "data sets in the layout of OGB", run_study_molecules},
      }};
  return tool::run_subcommand(group, words);
}

} // namespace canon::lab
