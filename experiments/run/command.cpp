#include "run/command.hpp"

#include "run/basis_isomorphism.hpp"
#include "run/exp.hpp"

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
          {"basis-isomorphism", "graphs told by a turned basis of an eigenspace",
           run_basis_isomorphism_command},
          {"exp", "graphs that colour refinement cannot tell apart", run_exp_command},
      }};
  return tool::run_subcommand(group, words);
}

} // namespace canon::lab
