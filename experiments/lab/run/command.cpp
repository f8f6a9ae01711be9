#include "run/command.hpp"

#include "run/all.hpp"
#include "run/basis_isomorphism.hpp"
#include "run/exp.hpp"
#include "run/verification.hpp"

namespace canon::lab {

int run_run(const tool::Words& words) {
  static const tool::Program group = {
      "canon-lab run",
      R"(canon-lab run - the paper's synthetic experiments, beside its numbers

Usage: canon-lab run WHICH [OPTION]...

Which:
)",
      "\n",
      {
          {"all", "everything, and one page with all of it (also: run --all)", run_all_command},
          {"verification", "the theorems, and the claims on graphs with ties",
           run_verification_command},
          {"basis-isomorphism", "graphs told by a turned basis of an eigenspace",
           run_basis_isomorphism_command},
          {"exp", "graphs that colour refinement cannot tell apart", run_exp_command},
      }};
  if (!words.empty() && words.front() == "--all")
    return run_all_command(tool::Words(words.begin() + 1, words.end()));
  return tool::run_subcommand(group, words);
}

} // namespace canon::lab
