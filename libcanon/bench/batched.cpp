// The eigensolver in lanes against LAPACK's dsyevd, for random graphs of one size and for the ZINC
// molecules, with each width of the vectors: microseconds of processor time per graph, the factor,
// and the part of what the core can do. LAPACK starts from its matrix, the lanes from the graph.
// Run: build/bin/bench_batched [--data=FILE] [OPTION OF GOOGLE-BENCHMARK]...
// FILE takes the times by size as a table for docs/pictures/batched.gnuplot.
#include "fma_peak.hpp"

#include <canon/blas.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/spectrum.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>

namespace {

using canon::Graph;

constexpr auto op = canon::GraphOperator::lazy_adjacency;
constexpr std::array<std::size_t, 8> sizes = {8, 16, 23, 32, 48, 64, 96, 128};

/// Graphs that are solved together, and what a solver has to do for them.
struct Set {
  std::string name;
  std::size_t n = 0; ///< of all of them, 0 if they differ
  std::vector<Graph> graphs;
  std::vector<arma::mat> matrices;
  double flops = 0.0; ///< the customary 9 n^3 per graph

  void add(Graph graph) {
    const auto size = static_cast<double>(num_vertices(graph));
    flops += 9.0 * size * size * size;
    matrices.push_back(dense_operator(graph, op));
    graphs.push_back(std::move(graph));
  }
};

std::vector<Set> make_sets() {
  std::vector<Set> sets;
  for (const std::size_t n : sizes) {
    Set set{"n = " + std::to_string(n), n, {}, {}, 0.0};
    for (std::uint64_t i = 0; i < (n <= 24 ? 288 : 96); ++i) {
      canon::Rng rng = canon::trial_rng(n, i);
      set.add(canon::erdos_renyi(n, 0.3, rng));
    }
    sets.push_back(std::move(set));
  }
  const std::filesystem::path folder = std::filesystem::path(CANON_TEST_DATA) / "zinc12k";
  if (!std::filesystem::exists(folder)) {
    std::printf("without molecules: no %s\n", folder.c_str());
    return sets;
  }
  Set zinc{"zinc12k", 0, {}, {}, 0.0};
  const auto reader = canon::open_graphs(folder);
  for (canon::GraphRecord record; reader->next(record);)
    zinc.add(std::move(record.graph));
  sets.push_back(std::move(zinc));
  return sets;
}

void solve_by_lapack(benchmark::State& state, const Set& set) {
  arma::vec values;
  arma::mat vectors;
  for (auto _ : state)
    for (const arma::mat& matrix : set.matrices) {
      if (!arma::eig_sym(values, vectors, matrix, "dc")) state.SkipWithError("no convergence");
      benchmark::DoNotOptimize(vectors.memptr());
    }
}

/// In windows, as canon encode does.
void solve_in_lanes(benchmark::State& state, const Set& set, std::size_t lanes) {
  constexpr std::size_t window = 384;
  canon::SpectrumOptions options;
  options.solver = canon::Solver::batched;
  options.lanes = lanes;
  for (auto _ : state)
    for (std::size_t first = 0; first < set.graphs.size(); first += window) {
      const std::span graphs =
          std::span(set.graphs).subspan(first, std::min(window, set.graphs.size() - first));
      solve_spectra(graphs, op, options, [](std::size_t, canon::Spectrum& spectrum) {
        benchmark::DoNotOptimize(spectrum.vectors.memptr());
      });
    }
}

/// Keeps the shortest processor time of every benchmark, in seconds.
class Times : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      double& best = best_.try_emplace(run.run_name.function_name, infinity).first->second;
      best = std::min(best, run.cpu_accumulated_time / static_cast<double>(run.iterations));
    }
    ConsoleReporter::ReportRuns(runs);
  }
  /// Not a number if it did not run.
  [[nodiscard]] double of(const std::string& name) const {
    const auto found = best_.find(name);
    return found == best_.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
  }

private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  std::map<std::string, double> best_;
};

std::string lapack_name(const Set& set) {
  return "dsyevd, " + set.name;
}
std::string lanes_name(const Set& set, std::size_t lanes) {
  return std::to_string(lanes) + " lanes, " + set.name;
}

void print_table(const std::vector<Set>& sets, const Times& times,
                 const std::map<std::size_t, double>& peak) {
  std::printf("\nmicroseconds of processor time per graph (factor over dsyevd, %% of the peak)\n\n"
              "| graphs | dsyevd |");
  for (const auto& [lanes, flops] : peak)
    std::printf(" %zu lanes |", lanes);
  std::printf("\n|---|--:|");
  for (std::size_t i = 0; i < peak.size(); ++i)
    std::printf("--:|");
  const double best = peak.rbegin()->second;
  for (const Set& set : sets) {
    const double micro = 1e6 / static_cast<double>(set.graphs.size());
    const double lapack = times.of(lapack_name(set));
    std::printf("\n| %s | %.2f (%.1f %%) |", set.name.c_str(), lapack * micro,
                100.0 * set.flops / (lapack * best));
    for (const auto& [lanes, flops] : peak) {
      const double time = times.of(lanes_name(set, lanes));
      std::printf(" %.2f (%.1f x, %.0f %%) |", time * micro, lapack / time,
                  100.0 * set.flops / (time * flops));
    }
  }
  std::printf("\n\n9 n^3 operations count for each solver. Measured peak:");
  for (const auto& [lanes, flops] : peak)
    std::printf(" %.1f GF/s with %zu lanes%s", flops * 1e-9, lanes, flops == best ? "" : ",");
  std::printf("; dsyevd is set against the widest.\n");
}

/// a n^2 + b n^3 microseconds that fit the times by relative least squares.
void print_fit(const char* name, const std::vector<double>& n, const std::vector<double>& time) {
  arma::mat terms(n.size(), 2);
  for (std::size_t i = 0; i < n.size(); ++i)
    terms.row(i) = arma::rowvec{n[i] * n[i], n[i] * n[i] * n[i]} / time[i];
  const arma::vec fit = arma::solve(terms, arma::ones(n.size()));
  const double off = arma::abs(terms * fit - 1.0).max();
  std::printf("%s: %.3g n^2 + %.3g n^3 microseconds, off by at most %.0f %%\n", name, fit[0],
              fit[1], 100.0 * off);
}

void print_fits(const std::vector<Set>& sets, const Times& times,
                const std::map<std::size_t, double>& peak) {
  std::printf("\nCost per graph of n vertices, fitted:\n");
  std::vector<double> n;
  std::map<std::string, std::vector<double>> columns;
  for (const Set& set : sets) {
    if (set.n == 0) continue;
    const double micro = 1e6 / static_cast<double>(set.graphs.size());
    n.push_back(static_cast<double>(set.n));
    columns["dsyevd"].push_back(times.of(lapack_name(set)) * micro);
    for (const auto& [lanes, flops] : peak)
      columns[std::to_string(lanes) + " lanes"].push_back(times.of(lanes_name(set, lanes)) * micro);
  }
  for (const auto& [name, column] : columns)
    print_fit(name.c_str(), n, column);
}

void write_data(const std::string& file, const std::vector<Set>& sets, const Times& times,
                const std::map<std::size_t, double>& peak) {
  std::ofstream out(file);
  out << "n\tdsyevd";
  for (const auto& [lanes, flops] : peak)
    out << '\t' << lanes << " lanes\tlimit of " << lanes << " lanes";
  out << '\n';
  for (const Set& set : sets) {
    if (set.n == 0) continue;
    const double micro = 1e6 / static_cast<double>(set.graphs.size());
    out << set.n << '\t' << times.of(lapack_name(set)) * micro;
    for (const auto& [lanes, flops] : peak)
      out << '\t' << times.of(lanes_name(set, lanes)) * micro << '\t' << set.flops / flops * micro;
    out << '\n';
  }
  if (!out.flush()) std::printf("%s: cannot be written\n", file.c_str());
}

} // namespace

int main(int argc, char** argv) {
  canon::use_one_blas_thread();
  benchmark::Initialize(&argc, argv);
  std::string data;
  for (int i = 1; i < argc; ++i) {
    if (!std::string_view(argv[i]).starts_with("--data=")) {
      std::printf("%s: expected --data=FILE or an option of google-benchmark\n", argv[i]);
      return 2;
    }
    data = argv[i] + std::string_view("--data=").size();
  }
  const std::vector<Set> sets = make_sets();
  std::map<std::size_t, double> peak;
  for (const std::size_t lanes : canon::lane_widths())
    peak[lanes] = canon::bench::fma_peak(lanes);
  for (const Set& set : sets) {
    benchmark::RegisterBenchmark(lapack_name(set).c_str(),
                                 [&](benchmark::State& state) { solve_by_lapack(state, set); });
    for (const auto& [lanes, flops] : peak)
      benchmark::RegisterBenchmark(
          lanes_name(set, lanes).c_str(),
          [&, width = lanes](benchmark::State& state) { solve_in_lanes(state, set, width); });
  }
  Times times;
  benchmark::RunSpecifiedBenchmarks(&times);
  for (const auto& [lanes, flops] : peak) // once more: the clock may have fallen or risen
    peak[lanes] = std::max(flops, canon::bench::fma_peak(lanes));
  print_table(sets, times, peak);
  print_fits(sets, times, peak);
  if (!data.empty()) write_data(data, sets, times, peak);
  return 0;
}
