#include "cli/program.hpp"
#include "dataset/generate.hpp"
#include "run/command.hpp"
#include "run/models.hpp"
#include "study/command.hpp"

int main(int argc, char** argv) {
  static const canon::tool::Program program = {
      "canon-lab",
      R"(canon-lab - what canonical eigenvectors do for graph networks, and how often they fail

Usage: canon-lab COMMAND [OPTION]...
       canon-lab help COMMAND
       canon-lab --version

Commands:
)",
      R"(
)",
      {
          {"generate", "data of the synthetic experiments: EXP", canon::lab::run_generate},
          {"study", "how often canonization fails: random graphs, molecules",
           canon::lab::run_study},
          {"run", "the synthetic experiments: basis isomorphism, EXP", canon::lab::run_run},
          {"models", "the models' numbers of parameters beside the paper's",
           canon::lab::run_models},
      }};
  return canon::tool::run_main(program, argc, argv);
}
