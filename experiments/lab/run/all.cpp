#include "run/all.hpp"

#include "report/stamp.hpp"
#include "run/basis_isomorphism.hpp"
#include "run/exp.hpp"
#include "run/index_page.hpp"
#include "run/verification.hpp"
#include "study/molecules.hpp"
#include "study/random.hpp"

#include <canon/base/atomic_file.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>

namespace canon::lab {
namespace {

struct Step {
  std::string name; ///< of its record
  int (*run)(const tool::Words&);
  tool::Words words;
};

tool::Words common_words(const RunOptions& options) {
  tool::Words words = {"--out", options.out.string(), "--threads", std::to_string(options.threads)};
  if (options.quiet) words.emplace_back("--quiet");
  return words;
}

std::vector<Step> steps_of(const tool::CommandLine& line, const RunOptions& options) {
  const tool::Words common = common_words(options);
  tool::Words seeded = common;
  seeded.insert(seeded.end(), {"--seed", std::to_string(options.seed)});
  tool::Words trained = seeded;
  trained.insert(trained.end(), {"--device", line.text("device")});
  if (options.quick) trained.emplace_back("--quick");
  tool::Words epochs;
  if (line.given("epochs")) epochs = {"--epochs", line.text("epochs")};
  const auto with = [](tool::Words words, const tool::Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };

  std::vector<Step> steps;
  steps.push_back({"verification", run_verification_command, trained});
  steps.push_back({"random", run_study_random,
                   options.quick
                       ? with(seeded, {"--ensembles", "goe,er,regular,tree,rank-one", "--sizes",
                                       "8,16,32,64,128", "--p", "0.5", "--trials", "100"})
                       : seeded});
  if (line.given("molecules"))
    steps.push_back({"molecules", run_study_molecules, with({line.text("molecules")}, common)});
  steps.push_back({"basis-isomorphism", run_basis_isomorphism_command,
                   with(options.quick ? trained : with(trained, {"--runs", "8"}), epochs)});
  trained = with(trained, epochs);
  steps.push_back({"exp", run_exp_command,
                   line.given("data") ? with(trained, {"--data", line.text("data")}) : trained});
  return steps;
}

/// The steps that are done, one a line, with the program's commit and all their words: the same
/// command of the same program goes on behind them.
class Done {
public:
  Done(std::filesystem::path path, bool fresh) : path_(std::move(path)) {
    std::error_code ignored;
    if (fresh) std::filesystem::remove(path_, ignored);
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);)
      lines_.push_back(line);
  }

  [[nodiscard]] bool has(const Step& step) const {
    return std::find(lines_.begin(), lines_.end(), line_of(step)) != lines_.end();
  }
  void add(const Step& step) {
    lines_.push_back(line_of(step));
    AtomicFile file(path_);
    for (const std::string& line : lines_)
      file.stream() << line << "\n";
    file.commit();
  }

private:
  static std::string line_of(const Step& step) {
    std::string line = make_stamp(0.0, 1)["commit"].get<std::string>() + " " + step.name;
    for (std::size_t i = 0; i < step.words.size(); ++i)
      if (step.words[i] == "--threads" || step.words[i] == "--quiet")
        i += step.words[i] == "--threads" ? 1 : 0; // these change nothing in the result
      else
        line += " " + step.words[i];
    return line;
  }

  std::filesystem::path path_;
  std::vector<std::string> lines_;
};

/// The tables of an earlier run.
void show(const RunOptions& options, const std::string& name) {
  if (options.quiet) return;
  for (const Table& table : read_record(options.out / (name + ".json")).tables)
    std::cout << table_text(table) << "\n";
}

} // namespace

int run_all_command(const tool::Words& words) {
  tool::CommandLine line(
      "canon-lab run all [OPTION]...",
      "Verification, the violation studies, basis isomorphism and EXP, each beside the paper, and "
      "one page\nwith all of it, FOLDER/index.html. Can be stopped at any moment; the same command "
      "goes on where it was.\n",
      {"canon-lab run all --quick", "canon-lab run all --data GRAPHSAT.txt --molecules DATA"});
  line.group("Data");
  line.option("data", "FILE", "the published GRAPHSAT.txt (default: EXP is generated)");
  line.option("molecules", "FOLDER", "of data sets in OGB's layout (default: no molecule study)");
  line.group("Training");
  line.natural_option("epochs", "N", "instead of what the settings say", 1, 1'000'000);
  add_run_options(line, "report");
  line.arguments(0, 0, "no arguments");
  if (!line.parse(words)) return tool::exit_ok;
  const RunOptions options = run_options(line);
  const std::vector<Step> steps = steps_of(line, options);
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (error) throw WriteError(options.out.string() + ": cannot be made: " + error.message());

  Done done(options.out / "done.txt", options.fresh);
  int worst = tool::exit_ok;
  std::size_t passed = 0; // steps that have had their turn, done or failed
  const auto write_page = [&] {
    std::vector<std::string> names, to_come;
    for (std::size_t i = 0; i < steps.size(); ++i)
      (i < passed || done.has(steps[i]) ? names : to_come).push_back(steps[i].name);
    write_index(options.out, names, to_come, options.quick);
  };
  write_page(); // first, so that the pages of the steps can lead back to it
  for (const Step& step : steps) {
    ++passed;
    if (done.has(step)) {
      tell(options, step.name + ": done before (--fresh does it again)");
      show(options, step.name);
      continue;
    }
    tell(options, step.name);
    tool::Words here = step.words;
    if (options.fresh) here.emplace_back("--fresh");
    const int code = step.run(step.name == "molecules" ? step.words : here);
    if (code == tool::exit_ok) done.add(step);
    worst = std::max(worst, code);
    if (!options.quiet) std::cout << "\n" << std::flush;
    write_page();
  }
  if (!options.quiet)
    std::cout << "The whole on one page: " << (options.out / "index.html").string() << "\n";
  return worst;
}

} // namespace canon::lab
