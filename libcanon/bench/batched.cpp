// The eigensolver in lanes against LAPACK's dsyevd, for random graphs of one size and for the ZINC
// molecules, with each width of the vectors: microseconds of processor time per graph, the factor,
// and the part of what the core can do. Both start from dense matrices; in the last line both start
// from the graphs.
// Run: build/bin/bench_batched [--data=FILE] [--window=GRAPHS] [OPTION OF GOOGLE-BENCHMARK]...
// FILE takes the times by size as a table for docs/plots/batched.gnuplot; a window is what the
// solver is given at once.
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
#include <cstdlib>
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
  bool from_graphs = false;

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
    Set set{"n = " + std::to_string(n), n, {}, {}};
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
  Set zinc{"zinc12k", 0, {}, {}};
  const auto reader = canon::open_graphs(folder);
  for (canon::GraphRecord record; reader->next(record);)
    zinc.add(std::move(record.graph));
  sets.push_back(zinc);
  zinc.name = "zinc12k from graphs";
  zinc.from_graphs = true;
  sets.push_back(std::move(zinc));
  return sets;
}

void solve_by_lapack(benchmark::State& state, const Set& set) {
  arma::vec values;
  arma::mat vectors;
  for (auto _ : state)
    for (std::size_t i = 0; i < set.graphs.size(); ++i) {
      const bool solved =
          set.from_graphs ? arma::eig_sym(values, vectors, dense_operator(set.graphs[i], op), "dc")
                          : arma::eig_sym(values, vectors, set.matrices[i], "dc");
      if (!solved) state.SkipWithError("no convergence");
      benchmark::DoNotOptimize(vectors.memptr());
    }
}

/// In windows: graphs of similar size are solved together within one.
void solve_in_lanes(benchmark::State& state, const Set& set, std::size_t lanes,
                    std::size_t window) {
  canon::SpectrumOptions options;
  options.solver = canon::Solver::batched;
  options.lanes = lanes;
  const canon::TakeSpectrum take = [](std::size_t, canon::Spectrum& spectrum) {
    benchmark::DoNotOptimize(spectrum.vectors.memptr());
  };
  for (auto _ : state)
    for (std::size_t first = 0; first < set.graphs.size(); first += window) {
      const std::size_t count = std::min(window, set.graphs.size() - first);
      if (set.from_graphs)
        solve_spectra(std::span(set.graphs).subspan(first, count), op, options, take);
      else
        solve_spectra(std::span(set.matrices).subspan(first, count), eigenvalue_order(op), options,
                      take);
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

/// Microseconds per graph by size, of one solver.
struct Series {
  std::string name;
  std::vector<double> n, time;
  double limit = 0.0; ///< 9 n^3 operations at the peak take limit n^3 microseconds

  /// Whether all sizes were measured.
  [[nodiscard]] bool complete() const {
    return std::none_of(time.begin(), time.end(), [](double t) { return std::isnan(t); });
  }
};

/// a n + b n^2 + c n^3 with a, b, c >= 0, which fits the times by relative least squares.
struct Fit {
  arma::vec3 coefficients{arma::fill::zeros};
  double off = 0.0; ///< the largest relative error

  explicit Fit(const Series& series) {
    arma::mat terms(series.n.size(), 3);
    for (std::size_t i = 0; i < series.n.size(); ++i)
      for (int power = 1; power <= 3; ++power)
        terms(i, power - 1) = std::pow(series.n[i], power) / series.time[i];
    // A term that comes out negative is left out.
    for (arma::uvec used{0, 1, 2}; !used.is_empty();) {
      const arma::vec found = arma::solve(terms.cols(used), arma::ones(series.n.size()));
      coefficients.zeros();
      coefficients.elem(used) = found;
      if (found.min() >= 0.0) break;
      used.shed_row(found.index_min());
    }
    off = arma::abs(terms * coefficients - 1.0).max();
  }

  [[nodiscard]] double at(double n) const {
    return n * (coefficients[0] + n * (coefficients[1] + n * coefficients[2]));
  }
};

std::vector<Series> make_series(const std::vector<Set>& sets, const Times& times,
                                const std::map<std::size_t, double>& peak) {
  std::vector<Series> all{{"dsyevd", {}, {}, 9e6 / peak.rbegin()->second}};
  for (const auto& [lanes, flops] : peak)
    all.push_back({std::to_string(lanes) + " lanes", {}, {}, 9e6 / flops});
  for (const Set& set : sets) {
    if (set.n == 0) continue;
    const double micro = 1e6 / static_cast<double>(set.graphs.size());
    for (Series& series : all) {
      series.n.push_back(static_cast<double>(set.n));
      series.time.push_back(times.of(series.name + ", " + set.name) * micro);
    }
  }
  return all;
}

void print_fits(const std::vector<Series>& all) {
  std::printf("\nMicroseconds per graph of n vertices, fitted:\n");
  for (const Series& series : all) {
    if (!series.complete()) {
      std::printf("%s: not all sizes were measured\n", series.name.c_str());
      continue;
    }
    const Fit fit(series);
    std::printf("%s: %.3g n + %.3g n^2 + %.3g n^3, off by at most %.0f %%\n", series.name.c_str(),
                fit.coefficients[0], fit.coefficients[1], fit.coefficients[2], 100.0 * fit.off);
  }
}

/// Per solver three columns: measured, fitted, and the time of 9 n^3 operations at the peak.
void write_data(const std::string& file, const std::vector<Series>& all) {
  std::ofstream out(file);
  out << "n";
  for (const Series& series : all)
    out << '\t' << series.name << "\tfit of " << series.name << "\tlimit of " << series.name;
  out << '\n';
  for (std::size_t i = 0; i < all.front().n.size(); ++i) {
    const double n = all.front().n[i];
    out << n;
    for (const Series& series : all)
      out << '\t' << series.time[i] << '\t' << (series.complete() ? Fit(series).at(n) : 0.0) << '\t'
          << series.limit * n * n * n;
    out << '\n';
  }
  if (!out.flush()) std::printf("%s: cannot be written\n", file.c_str());
}

} // namespace

int main(int argc, char** argv) {
  canon::use_one_blas_thread();
  benchmark::Initialize(&argc, argv);
  std::string data;
  std::size_t window = 768;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with("--data="))
      data = word.substr(word.find('=') + 1);
    else if (word.starts_with("--window="))
      window = std::strtoul(argv[i] + word.find('=') + 1, nullptr, 10);
    else
      window = 0;
    if (window == 0) {
      std::printf("%s: expected --data=FILE, --window=GRAPHS or an option of google-benchmark\n",
                  argv[i]);
      return 2;
    }
  }
  const std::vector<Set> sets = make_sets();
  std::map<std::size_t, double> peak;
  for (const std::size_t lanes : canon::lane_widths())
    peak[lanes] = canon::bench::fma_peak(lanes);
  for (const Set& set : sets) {
    benchmark::RegisterBenchmark(lapack_name(set).c_str(),
                                 [&](benchmark::State& state) { solve_by_lapack(state, set); });
    for (const auto& [lanes, flops] : peak)
      benchmark::RegisterBenchmark(lanes_name(set, lanes).c_str(),
                                   [&, width = lanes](benchmark::State& state) {
                                     solve_in_lanes(state, set, width, window);
                                   });
  }
  Times times;
  benchmark::RunSpecifiedBenchmarks(&times);
  for (const auto& [lanes, flops] : peak) // once more: the clock may have fallen or risen
    peak[lanes] = std::max(flops, canon::bench::fma_peak(lanes));
  print_table(sets, times, peak);
  const std::vector<Series> series = make_series(sets, times, peak);
  print_fits(series);
  if (!data.empty()) write_data(data, series);
  return 0;
}
