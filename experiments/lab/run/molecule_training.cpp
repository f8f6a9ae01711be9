#include "run/molecule_training.hpp"

#include "device/communicator.hpp"
#include "model/zoo.hpp"
#include "run/run_board.hpp"
#include "train/cross_validation.hpp"
#include "train/job_queue.hpp"
#include "train/metrics.hpp"

#include <canon/base/text_table.hpp>
#include <canon/error.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace canon::lab {
namespace {

namespace fs = std::filesystem;

/// One training: a row with a seed.
struct Job {
  const MoleculeRow* row;
  std::uint64_t seed;
  fs::path folder;
};

fs::path seed_folder(const fs::path& row, std::uint64_t seed) {
  return row / ("seed" + std::to_string(seed));
}

/// All but the number of epochs.
std::string identity_of(const MoleculeRow& row, const MoleculeData& data) {
  const TrainOptions& t = row.train;
  std::string text = "data " + data.checksum + "; " +
                     (row.encoding ? describe(*row.encoding) : std::string("no encoding")) + "; " +
                     t.model;
  const auto add = [&](const char* key, double value) {
    text.append(" ").append(key).append("=").append(exact_number(value));
  };
  add("batch", static_cast<double>(t.batch_size));
  add("rate", t.adam.rate);
  add("factor", t.plateau.factor);
  add("patience", t.plateau.patience);
  add("min_rate", t.stop_rate);
  add("weight_decay", t.adam.weight_decay);
  return text;
}

class Training {
public:
  Training(const MoleculeRun& run, const MoleculeBenchmark& benchmark, const MoleculeData& data,
           const std::vector<MoleculeRow>& rows)
      : run_(run), benchmark_(benchmark), data_(data), shelf_(run, data) {
    // By seeds, so that there is a whole table early.
    std::map<std::string, fs::path> folders;
    for (const MoleculeRow& row : rows)
      if (std::find(run.rows.begin(), run.rows.end(), row.name) != run.rows.end())
        folders[row.name] = row_folder(run.options, run.name, row.name);
    for (std::size_t turn = 0;; ++turn) {
      const std::size_t before = jobs_.size();
      for (const std::string& name : run.rows)
        for (const MoleculeRow& row : rows)
          if (row.name == name)
            if (const auto seeds = seeds_of(run, row); turn < seeds.size())
              jobs_.push_back({&row, seeds[turn], seed_folder(folders[name], seeds[turn])});
      if (jobs_.size() == before) break;
    }
  }

  void run() {
    std::vector<RunBoard::Run> shown;
    for (const Job& job : jobs_)
      shown.push_back({job.row->name, job.seed, train_options(job)});
    RunBoard board(*run_.options.progress, std::move(shown), benchmark_.score_name);
    JobQueue queue(static_cast<int>(run_.options.threads), run_.options.backend, jobs_.size(),
                   run_.one_at_a_time ? 1 : jobs_.size());
    std::optional<PartJournal> part;
    if (run_.options.share.pieces != nullptr)
      part.emplace(PartJournal::Whole{.folder = run_.options.out,
                                      .name = run_.name,
                                      .configuration = molecule_configuration(run_),
                                      .pieces = jobs_.size()},
                   run_.options.share, run_.options.fresh);
    const auto mine = [&](std::size_t i) { return !part || part->take(i); };
    const auto work = [&](std::size_t i) {
      board.begin(i);
      try {
        train(jobs_[i], queue, [&](const EpochRecord& record) { board.epoch(i, record); });
      } catch (...) {
        board.end(i, true);
        throw;
      }
      board.end(i);
      if (part) part->add(i, jobs_[i].folder.lexically_relative(run_.options.out).string());
    };
    queue.run(work, mine);
  }

private:
  [[nodiscard]] TrainOptions train_options(const Job& job) const {
    TrainOptions train = job.row->train;
    train.what = run_.name + ", " + job.row->name + ", seed " + std::to_string(job.seed);
    train.seed = job.seed;
    train.folder = job.folder;
    if (run_.epochs > 0) train.epochs = std::min(train.epochs, run_.epochs);
    return train;
  }

  void train(const Job& job, const JobQueue& queue,
             const std::function<void(const EpochRecord&)>& on_epoch) {
    TrainOptions options = train_options(job);
    options.on_epoch = [&](const EpochRecord& record) {
      queue.share_threads();
      on_epoch(record);
    };
    std::int64_t parameters = 0;
    const MakeModel make = [&] {
      auto model = nn::make_model<float>(job.row->model);
      parameters = model->parameters().size();
      return model;
    };
    const auto samples = shelf_.of(*job.row);
    const TrainResult result =
        train_new(make, run_.options.backend, *samples, data_.split, options);
    nn::Communicator* const ranks = nn::communicator();
    if (ranks != nullptr && ranks->rank() > 0) return; // rank 0 has the same, and writes it
    write_outcome(job.folder,
                  {.row = job.row->name,
                   .seed = job.seed,
                   .identity = identity_of(*job.row, data_),
                   .parameters = parameters,
                   .to_the_end = result.stopped_early ||
                                 static_cast<int>(result.history.size()) >= job.row->train.epochs,
                   .seconds = seconds_in(job.folder),
                   .history = result.history});
    run_.options.progress->say(options.what + ": test " + benchmark_.score_name + " " +
                               number_cell(result.last().test_score, 4).text + " after " +
                               std::to_string(result.history.size()) + " epochs, " +
                               number_cell(result.best(benchmark_.score).test_score, 4).text +
                               " at the best validation score");
  }

  const MoleculeRun& run_;
  const MoleculeBenchmark& benchmark_;
  const MoleculeData& data_;
  SampleShelf shelf_;
  std::vector<Job> jobs_;
};

} // namespace

std::vector<std::uint64_t> seeds_of(const MoleculeRun& run, const MoleculeRow& row) {
  std::vector<std::uint64_t> seeds = row.seeds;
  const auto wanted = run.seeds > 0       ? static_cast<std::size_t>(run.seeds)
                      : run.options.quick ? std::size_t{1}
                                          : seeds.size();
  if (seeds.empty() || wanted > seeds.size())
    throw ArgumentError("--seeds: expected at most the " + std::to_string(seeds.size()) +
                        " of the settings, got " + std::to_string(wanted));
  seeds.resize(wanted);
  return seeds;
}

void train_molecules(const MoleculeRun& run, const MoleculeBenchmark& benchmark,
                     const MoleculeData& data, const std::vector<MoleculeRow>& rows) {
  Training(run, benchmark, data, rows).run();
  if (nn::Communicator* const ranks = nn::communicator()) ranks->meet(); // all outcomes are written
}

std::vector<MoleculeResults> collect_results(const MoleculeRun& run, const MoleculeData& data,
                                             const std::vector<MoleculeRow>& rows,
                                             std::vector<std::string>& notes) {
  std::vector<MoleculeResults> all;
  for (const MoleculeRow& row : rows) {
    MoleculeResults results{row, {}};
    const fs::path folder = run.options.out / "runs" / run.name / row.name;
    std::size_t others = 0;
    for (const std::uint64_t seed : row.seeds)
      if (const auto outcome = read_outcome(seed_folder(folder, seed)))
        outcome->identity == identity_of(row, data) ? results.outcomes.push_back(*outcome)
                                                    : static_cast<void>(++others);
    if (others > 0)
      notes.push_back("Left out: " + std::to_string(others) + " earlier run(s) of " + row.name +
                      " in this folder, which are of other data or settings.");
    if (!results.outcomes.empty()) all.push_back(std::move(results));
  }
  return all;
}

} // namespace canon::lab
