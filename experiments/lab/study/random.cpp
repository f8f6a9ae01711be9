#include "study/random.hpp"

#include "study/random_report.hpp"

#include <canon/pipeline.hpp>

#include <utility>

namespace canon::lab {
namespace {

RandomTally tally_of_line(const Journal& journal, const Json& line, std::size_t chunk,
                          const RandomChunk& expected) {
  try {
    RandomTally tally = tally_of(line);
    if (tally.trials == expected.count) return tally;
  } catch (const Json::exception&) {
  } catch (const std::out_of_range&) {
  }
  throw JournalError(journal.path().string(), chunk + 2, "not what this study writes");
}

} // namespace

std::filesystem::path random_journal(const std::filesystem::path& out) {
  return out / "random.journal";
}

Json random_configuration(const RandomPlan& plan) {
  Json configuration = plan_json(plan);
  configuration["seed"] = plan.seed;
  configuration["format"] = 1; // of the journal's lines, and of what the numbers mean
  return configuration;
}

Report run_random_study(const RandomStudy& study) {
  const RandomPlan plan = make_plan(study.grid, study.ensembles, study.seed);
  check_report_folder(study.out);
  const std::shared_ptr<Journal> journal =
      Journal::in(study.out, "random", random_configuration(plan), study.fresh);
  Report report = random_report(run_plan(plan, study.threads, *journal, *study.progress));
  report.replaces(journal);
  return report;
}

void run_random_part(const RandomStudy& study) {
  const RandomPlan plan = make_plan(study.grid, study.ensembles, study.seed);
  check_report_folder(study.out);
  const std::vector<RandomChunk> chunks = make_chunks(plan);
  PartJournal part({.folder = study.out,
                    .name = "random",
                    .configuration = random_configuration(plan),
                    .pieces = chunks.size(),
                    .journal = true},
                   study.share, study.fresh);
  ProgressScope progress(*study.progress, chunks.size(), "chunk");
  using Done = std::pair<std::size_t, RandomTally>;
  std::size_t next = 0;
  ordered_pipeline<std::size_t, Done>(
      study.threads,
      [&](std::size_t& piece) {
        while (next < chunks.size() && !part.take(next))
          ++next;
        piece = next++;
        return piece < chunks.size();
      },
      [&](std::size_t piece, std::size_t) {
        return Done{piece, run_chunk(plan, chunks[piece])};
      },
      [&](const Done& done, std::size_t) {
        part.add(done.first, tally_json(done.second));
        progress.tick();
      });
}

RandomResults run_plan(const RandomPlan& plan, std::size_t threads, Journal& journal,
                       Progress& shown) {
  const std::vector<RandomChunk> chunks = make_chunks(plan);
  ProgressScope progress(shown, chunks.size(), "chunk");
  RandomResults results{plan, std::vector<RandomTally>(plan.cells.size())};
  std::size_t next = 0;
  for (const Json& line : journal.take_lines()) {
    if (next == chunks.size()) break;
    results.tallies[chunks[next].cell].join(tally_of_line(journal, line, next, chunks[next]));
    ++next;
  }
  const std::size_t done = next;
  progress.tick(done);
  ordered_pipeline<RandomChunk, RandomTally>(
      threads,
      [&](RandomChunk& chunk) {
        if (next == chunks.size()) return false;
        chunk = chunks[next++];
        return true;
      },
      [&](const RandomChunk& chunk, std::size_t) { return run_chunk(plan, chunk); },
      [&](const RandomTally& tally, std::size_t index) {
        journal.append(tally_json(tally));
        results.tallies[chunks[done + index].cell].join(tally);
        progress.tick();
      });
  return results;
}

} // namespace canon::lab
