#include "canon-lab/commands.hpp"
#include "cli/command_line.hpp"
#include "cli/ranks.hpp"
#include "report/journal.hpp"

namespace canon::tool {
namespace {

/// The lab does not know the options of this program.
std::string hint(const std::exception& error) {
  if (dynamic_cast<const lab::JournalError*>(&error) != nullptr)
    return "; --fresh discards it, or choose another --out";
  return {};
}

/// These experiments are not cut into pieces.
void require_one_rank(const Words& words) {
  if (!Ranks::world().several() || words.empty()) return;
  for (const std::string_view name :
       {"all", "--all", "verification", "basis-isomorphism", "expressivity", "time-table"})
    if (words.front() == name)
      throw UsageError("run " + words.front() + " runs on one rank, got " +
                       std::to_string(Ranks::world().size()));
}

} // namespace

const Program& lab_program() {
  static const Program program = {
      "canon-lab",
      R"(canon-lab - what canonical eigenvectors do for graph networks, and how often they fail

Usage: canon-lab COMMAND [OPTION]...
       canon-lab help COMMAND
       canon-lab --version

Commands:
)",
      "\n",
      {
          {"generate", "data of the synthetic experiments: EXP", run_generate},
          {"study", "how often canonization fails: random graphs, molecules", run_study},
          {"run", "the paper's experiments: basis isomorphism, EXP, molecules", run_experiment},
          {"merge", "the parts of --shard to one report", run_merge_parts},
          {"models", "the models' numbers of parameters beside the paper's", run_models},
      },
      "; the same command resumes it",
      hint};
  return program;
}

int run_study(const Words& words) {
  static const Program group = {
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
  return run_subcommand(group, words);
}

int run_experiment(const Words& words) {
  require_one_rank(words);
  static const Program group = {
      "canon-lab run",
      R"(canon-lab run - the paper's experiments, beside its numbers

Usage: canon-lab run WHICH [OPTION]...

Which:
)",
      "\n",
      {
          {"all", "everything, and one page with all of it (also: run --all)", run_all},
          {"verification", "the theorems, and the claims on graphs with ties", run_verification},
          {"basis-isomorphism", "classify graphs from a randomly rotated basis of one eigenspace",
           run_basis_isomorphism},
          {"exp", "graphs that colour refinement cannot distinguish", run_exp},
          {"expressivity", "hard graphs: BREC, CSL, SR25, EXP, CFI, strongly regular ones",
           run_expressivity},
          {"zinc", "graph networks on 12,000 molecules: solubility", run_zinc},
          {"moltox21", "graph networks on 7,831 molecules: toxicity", run_moltox21},
          {"molpcba", "graph networks on 437,929 molecules: 128 assays", run_molpcba},
          {"k-sweep", "how many eigenvectors: GatedGCN with MAP on ZINC", run_k_sweep},
          {"ablation", "the parts of canonization: GatedGCN with MAP on ZINC", run_ablation},
          {"time-table", "the time of MAP and SignNet on MOLPCBA", run_time_table},
      }};
  if (!words.empty() && words.front() == "--all")
    return run_all(Words(words.begin() + 1, words.end()));
  return run_subcommand(group, words);
}

} // namespace canon::tool
