// What reading, canonizing and writing cost beside the bare eigensolve, on the ZINC molecules: both
// on the same threads, alternating, in one run. Then the memory for more and more graphs.
// Run: build/bin/bench_encode [FOLDER [REPETITIONS]]
#include <canon/encoding_io.hpp>
#include <canon/graph_io.hpp>
#include <canon/pipeline.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using canon::GraphRecord;

constexpr std::size_t all = static_cast<std::size_t>(-1);

double seconds(const std::function<void()>& job) {
  const auto start = std::chrono::steady_clock::now();
  job();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void solve_all(const std::vector<arma::mat>& matrices, std::size_t threads) {
  std::vector<std::jthread> team;
  for (std::size_t t = 0; t < threads; ++t)
    team.emplace_back([&, t] {
      arma::vec values;
      arma::mat vectors;
      for (std::size_t i = t; i < matrices.size(); i += threads)
        if (!arma::eig_sym(values, vectors, matrices[i], "dc")) std::abort();
    });
}

void encode_all(const fs::path& folder, const fs::path& out, std::size_t threads,
                std::size_t limit = all) {
  canon::EncodingOptions options;
  options.k = 8;
  const auto reader = canon::open_graphs(folder);
  const auto writer = canon::npz_writer(out, options.width(), options.k);
  std::size_t read = 0;
  canon::ordered_pipeline<GraphRecord, canon::Encoding>(
      threads, [&](GraphRecord& record) { return read++ < limit && reader->next(record); },
      [&](GraphRecord& record, std::size_t index) {
        return canon::encode(record.graph, options, index);
      },
      [&](const canon::Encoding& encoding, std::size_t) { writer->write(encoding); });
  writer->finish();
}

void compare(const fs::path& folder, const fs::path& out, int repetitions) {
  std::vector<arma::mat> matrices;
  const auto reader = canon::open_graphs(folder);
  for (GraphRecord record; reader->next(record);)
    matrices.push_back(canon::dense_operator(record.graph, canon::GraphOperator::lazy_adjacency));
  std::printf("%zu graphs, %d repetitions, medians\n", matrices.size(), repetitions);
  std::printf("threads  eigensolve s  read+encode+write s  ratio\n");
  for (const std::size_t threads : {1U, 2U}) {
    std::vector<double> bare, whole, ratio;
    for (int r = 0; r < repetitions; ++r) {
      bare.push_back(seconds([&] { solve_all(matrices, threads); }));
      whole.push_back(seconds([&] { encode_all(folder, out, threads); }));
      ratio.push_back(whole.back() / bare.back());
    }
    std::printf("%7zu  %12.3f  %19.3f  %5.2f\n", threads, median(bare), median(whole),
                median(ratio));
    std::fflush(stdout);
  }
}

/// In a child of its own, for the peak never falls again.
long peak_kilobytes(const std::function<void()>& job) {
  const pid_t child = fork();
  if (child == 0) {
    job();
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0) return -1;
  return usage.ru_maxrss;
}

} // namespace

int main(int argc, char** argv) {
  const fs::path folder = argc > 1 ? argv[1] : CANON_TEST_DATA "/zinc12k";
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 9;
  if (!fs::exists(folder)) {
    std::printf("%s: no such folder\n", folder.c_str());
    return 2;
  }
  canon::use_one_blas_thread();
  const fs::path out =
      fs::temp_directory_path() / ("canon-bench-" + std::to_string(getpid()) + ".npz");
  std::printf("graphs  peak memory MB (2 threads)\n");
  for (const std::size_t count : {std::size_t{1000}, std::size_t{4000}, std::size_t{12000}})
    std::printf("%6zu  %.1f\n", count,
                static_cast<double>(peak_kilobytes([&] { encode_all(folder, out, 2, count); })) /
                    1024.0);
  std::printf("\n");
  std::fflush(stdout);
  compare(folder, out, std::max(repetitions, 1));
  fs::remove(out);
  return 0;
}
