// What canon encode costs from the files of a data set to its npz, for one or more builds of the
// program in turn, so that they meet the same load: the shortest processor and wall time of some
// rounds, on one and two threads, and the peak of the memory. Two programs of one thread at once
// share nothing but the machine: what they lose is its limit for two threads. Run:
// build/bin/bench_encode FOLDER LEVEL ROUNDS PROGRAM...
//      build/bin/bench_encode zinc12k map 9 before/canon build/bin/canon
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Cost {
  double processor = std::numeric_limits<double>::infinity(); ///< seconds, user and system
  double wall = processor;
  double megabytes = 0.0;

  void take_best(const Cost& other) {
    processor = std::min(processor, other.processor);
    wall = std::min(wall, other.wall);
    megabytes = std::max(megabytes, other.megabytes);
  }
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

using Clock = std::chrono::steady_clock;

pid_t start(std::vector<std::string> words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  return child;
}

/// False if the program fails.
bool finish(pid_t child, Clock::time_point begin, Cost& cost) {
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0) return false;
  cost.wall = std::chrono::duration<double>(Clock::now() - begin).count();
  cost.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  cost.megabytes = static_cast<double>(usage.ru_maxrss) / 1024.0;
  return true;
}

struct Row {
  std::string program;
  std::array<Cost, 2> cost;                              ///< on one and two threads
  double both = std::numeric_limits<double>::infinity(); ///< wall seconds of two programs at once
};

struct Bench {
  std::string folder, level;
  std::array<fs::path, 2> out;

  [[nodiscard]] std::vector<std::string> words(const Row& row, std::size_t threads,
                                               const fs::path& to) const {
    fs::remove(to); // giving an older file's 19 MB back to the system is not a part of it
    return {row.program, "encode",    folder,
            "-k",        "8",         "--level",
            level,       "--threads", std::to_string(threads),
            "--quiet",   "-o",        to.string()};
  }

  /// One round; false if a program fails.
  [[nodiscard]] bool measure(Row& row) const {
    for (std::size_t t = 0; t < row.cost.size(); ++t) {
      Cost cost;
      const auto arguments = words(row, t + 1, out[0]);
      const Clock::time_point begin = Clock::now();
      if (!finish(start(arguments), begin, cost)) return false;
      row.cost[t].take_best(cost);
    }
    Cost first, second;
    const auto one = words(row, 1, out[0]), other = words(row, 1, out[1]);
    const Clock::time_point begin = Clock::now();
    const pid_t a = start(one), b = start(other);
    const bool good = finish(a, begin, first);
    if (!finish(b, begin, second) || !good) return false;
    row.both = std::min(row.both, std::max(first.wall, second.wall));
    return true;
  }
};

void print(const std::vector<Row>& rows) {
  std::printf(
      "| program | threads | wall s | of the first | processor s | of the first | peak MB |\n"
      "|---|--:|--:|--:|--:|--:|--:|\n");
  for (const Row& row : rows)
    for (std::size_t t = 0; t < row.cost.size(); ++t)
      std::printf("| %s | %zu | %.3f | %.3f | %.3f | %.3f | %.0f |\n", row.program.c_str(), t + 1,
                  row.cost[t].wall, row.cost[t].wall / rows.front().cost[t].wall,
                  row.cost[t].processor, row.cost[t].processor / rows.front().cost[t].processor,
                  row.cost[t].megabytes);
  for (const Row& row : rows)
    std::printf("%s: one thread takes %.2f times the wall time of two, %.2f times their processor "
                "time; two programs of one thread at once do %.2f times the work of one\n",
                row.program.c_str(), row.cost[0].wall / row.cost[1].wall,
                row.cost[0].processor / row.cost[1].processor, 2.0 * row.cost[0].wall / row.both);
}

} // namespace

int main(int argc, char** argv) {
  int rounds = 0;
  if (argc >= 4) {
    const std::string text = argv[3];
    std::from_chars(text.data(), text.data() + text.size(), rounds);
  }
  if (argc < 5 || rounds < 1) {
    std::printf("usage: bench_encode FOLDER LEVEL ROUNDS PROGRAM...\n");
    return 2;
  }
  const std::string name = "canon-bench-" + std::to_string(getpid());
  const fs::path temporary = fs::temp_directory_path();
  const Bench bench{
      argv[1], argv[2], {temporary / (name + "-0.npz"), temporary / (name + "-1.npz")}};
  std::vector<Row> rows;
  for (int i = 4; i < argc; ++i)
    rows.push_back({argv[i], {}});
  bool good = true;
  for (int round = 0; round < rounds && good; ++round)
    for (Row& row : rows)
      if (good && !bench.measure(row)) {
        std::printf("%s: failed\n", row.program.c_str());
        good = false;
      }
  for (const fs::path& out : bench.out)
    fs::remove(out);
  if (!good) return 1;
  std::printf("canon encode %s -k 8 --level %s, the shortest of %d rounds\n\n",
              bench.folder.c_str(), bench.level.c_str(), rounds);
  print(rows);
  return 0;
}
