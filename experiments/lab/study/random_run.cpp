#include "cli/errors.hpp"
#include "study/random.hpp"

#include <canon/pipeline.hpp>

namespace canon::lab {
namespace {

RandomTally tally_of_line(const Json& line, std::size_t chunk, const RandomChunk& expected) {
  try {
    RandomTally tally = tally_of(line);
    if (tally.trials == expected.count) return tally;
  } catch (const Json::exception&) {
  } catch (const std::out_of_range&) {
  }
  throw ReadError("the journal's line " + std::to_string(chunk + 2) +
                  " is not what this study writes; --fresh discards it");
}

} // namespace

RandomResults run_plan(const RandomPlan& plan, std::size_t threads, Journal& journal,
                       tool::Progress& progress) {
  const std::vector<RandomChunk> chunks = make_chunks(plan);
  RandomResults results{plan, std::vector<RandomTally>(plan.cells.size())};
  std::size_t next = 0;
  for (const Json& line : journal.take_lines()) {
    if (next == chunks.size()) break;
    results.tallies[chunks[next].cell].join(tally_of_line(line, next, chunks[next]));
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
