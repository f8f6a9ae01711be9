#include "spectrum/batched.hpp"

#include "graph/symmetric_matrix.hpp"
#include "lanes/lane_widths.hpp"
#include "spectrum/operator_entries.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace canon {
namespace {

const LaneSolver& solver_of(std::size_t lanes) {
  const std::span<const LaneSolver> solvers = lane_solvers();
  if (lanes == 0) return solvers.back();
  for (const LaneSolver& solver : solvers)
    if (solver.lanes == lanes) return solver;
  std::string widths;
  for (const LaneSolver& solver : solvers)
    widths += (widths.empty() ? "" : ", ") + std::to_string(solver.lanes);
  throw ArgumentError("lanes: expected a width that this processor has (" + widths + "), got " +
                      std::to_string(lanes));
}

std::size_t limit_of(const LaneSolver& solver) {
  // Measured by bench_batched against LAPACK with kernels for the processor.
  return solver.lanes == 8 ? 256 : solver.lanes == 4 ? 160 : 64;
}

/// So many matrices of n rows are solved in one call. Large ones have enough to do in one vector,
/// and several vectors of them would need memory far beyond the cache.
std::size_t most_of_size(const LaneSolver& solver, std::size_t n) {
  return n <= 64 ? solver.most : solver.lanes;
}

/// Doubles for calls of such sizes, up to n rows.
std::size_t memory_up_to(const LaneSolver& solver, std::size_t n) {
  LaneSolver one_vector = solver;
  one_vector.most = solver.lanes;
  return std::max(lane_memory(solver, std::min<std::size_t>(n, 64)), lane_memory(one_vector, n));
}

/// The power of 2 that brings the largest entry into the solver's range; nearly always 1.
double scale_for(double largest) {
  constexpr int most = 1000; // 2^most and its inverse are normal numbers
  if (largest == 0.0 || (largest > 0x1p-100 && largest < 0x1p100)) return 1.0;
  return std::ldexp(1.0, -std::clamp(std::ilogb(largest), -most, most));
}

/// Fetches a matrix that is read soon. Many small ones lie in as many places, where the processor
/// does not find them by itself.
void prefetch(const arma::mat& matrix) {
  constexpr arma::uword line = 64 / sizeof(double);
  for (arma::uword i = 0; i < matrix.n_elem; i += line)
    __builtin_prefetch(matrix.memptr() + i);
}

/// The largest modulus of a matrix that fulfils require_symmetric(), which throws otherwise. In one
/// pass over the bits, for the checks of small matrices would take as long as the solver: what is
/// not finite has the largest exponent, and nearly always what is symmetric is so bit by bit.
double checked_norm(const arma::mat& matrix) {
  constexpr std::uint64_t modulus = ~(std::uint64_t{1} << 63),
                          infinity = std::uint64_t{0x7ff} << 52;
  const arma::uword n = matrix.n_rows;
  std::uint64_t largest = 0, differing = n == matrix.n_cols ? 0 : 1;
  for (arma::uword j = 0; j < n && n == matrix.n_cols; ++j) {
    const double *const column = matrix.colptr(j), *const row = matrix.memptr() + j;
    for (arma::uword i = 0; i <= j; ++i) {
      const auto bits = std::bit_cast<std::uint64_t>(column[i]);
      differing |= bits ^ std::bit_cast<std::uint64_t>(row[i * n]);
      largest = std::max(largest, bits & modulus);
    }
  }
  if (differing != 0 || largest >= infinity) require_symmetric(matrix, "solve_spectra");
  return std::bit_cast<double>(largest);
}

/// Uninitialised, aligned to 64 bytes. Not by an aligned new: what that frees glibc finds again for
/// the like of it only from 2.38 on, and before the heap grows with the number of calls.
class LaneMemory {
public:
  LaneMemory() = default;
  explicit LaneMemory(std::size_t count) : memory_(new double[count + line]) {}

  [[nodiscard]] double* begin() const {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    return memory_.get() + (0 - address / sizeof(double)) % line;
  }

private:
  static constexpr std::size_t line = 64 / sizeof(double);
  std::unique_ptr<double[]> memory_;
};

/// What a call needs and the next one of the same thread needs again. Whoever encodes a data set
/// makes many calls, and what they allocated in turn with their results, which live longer, would
/// leave holes in the heap.
class Scratch {
public:
  /// Of this thread; empty at its first call, and for a call out of TakeSpectrum.
  static std::unique_ptr<Scratch> borrow() {
    return spare_ ? std::move(spare_) : std::make_unique<Scratch>();
  }

  static void give_back(std::unique_ptr<Scratch> scratch) {
    if (scratch->capacity_ <= most_kept) spare_ = std::move(scratch);
  }

  void prepare(std::size_t doubles, std::size_t matrices) {
    if (doubles > capacity_) {
      capacity_ = 0;
      memory_ = LaneMemory(); // not both at once
      memory_ = LaneMemory(doubles);
      capacity_ = doubles;
    }
    if (spectra.size() < matrices) {
      entries.resize(matrices);
      spectra.resize(matrices);
    }
  }

  [[nodiscard]] double* memory() const { return memory_.begin(); }

  std::vector<std::vector<LaneEntry>> entries;
  OperatorForm form;
  std::vector<Spectrum> spectra;

private:
  static constexpr std::size_t most_kept = std::size_t{1} << 19; // doubles: 4 MiB

  static thread_local std::unique_ptr<Scratch> spare_;
  LaneMemory memory_;
  std::size_t capacity_ = 0;
};

thread_local std::unique_ptr<Scratch> Scratch::spare_;

/// Matrices that are solved in one call, with what they are made of.
class Batch {
public:
  Batch(const LaneSolver& solver, std::size_t largest, EigenvalueOrder order,
        const SpectrumOptions& options, std::size_t sweeps)
      : solver_(solver), options_(options), descending_(order == EigenvalueOrder::descending),
        sweeps_(static_cast<std::ptrdiff_t>(sweeps)), scratch_(Scratch::borrow()),
        matrices_(solver.most), indices_(solver.most) {
    scratch_->prepare(memory_up_to(solver, largest), solver.most);
  }
  ~Batch() { Scratch::give_back(std::move(scratch_)); }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  [[nodiscard]] bool has_room(std::size_t n) const { return count_ < most_of_size(solver_, n); }

  void add(std::size_t index, const Graph& graph, GraphOperator op) {
    std::vector<LaneEntry>& entries = scratch_->entries[count_];
    operator_entries(graph, op, scratch_->form, entries);
    double largest = 0.0;
    for (const LaneEntry& entry : entries)
      largest = std::max(largest, std::abs(entry.value));
    LaneMatrix& matrix = next(index, num_vertices(graph), largest);
    matrix.entries = entries.data();
    matrix.entry_count = entries.size();
  }

  void add(std::size_t index, const arma::mat& dense, double largest) {
    prefetch(dense); // the whole batch, before it is solved
    next(index, dense.n_rows, largest).dense = dense.memptr();
  }

  /// Hands out what was added. `again(index)` is the spectrum by LAPACK.
  template <typename Again>
  void solve(const TakeSpectrum& take, const Again& again, BatchCounts& counts) {
    solver_.solve(matrices_.data(), count_, scratch_->memory());
    const std::size_t count = std::exchange(count_, 0);
    for (std::size_t i = 0; i < count; ++i) {
      Spectrum& spectrum = scratch_->spectra[i];
      if (matrices_[i].converged) {
        ++counts.in_lanes;
        if (matrices_[i].scale != 1.0) spectrum.eigenvalues *= 1.0 / matrices_[i].scale;
        spectrum.eigenvalue_error = Spectrum::batched_eigenvalue_error(spectrum.size());
        complete_spectrum(spectrum, options_.tolerance);
      } else {
        ++counts.fallbacks;
        spectrum = again(indices_[i]);
      }
      take(indices_[i], spectrum);
    }
  }

private:
  LaneMatrix& next(std::size_t index, std::size_t n, double largest) {
    Spectrum& spectrum = scratch_->spectra[count_];
    spectrum.eigenvalues.set_size(n); // the taker may have moved them away
    spectrum.vectors.set_size(n, n);
    spectrum.complete = true;
    spectrum.backward_error = Spectrum::known_backward_error;
    indices_[count_] = index;
    LaneMatrix& matrix = matrices_[count_++];
    matrix = {};
    matrix.n = static_cast<std::ptrdiff_t>(n);
    matrix.scale = scale_for(largest);
    matrix.descending = descending_;
    matrix.sweeps = sweeps_;
    matrix.values = spectrum.eigenvalues.memptr();
    matrix.vectors = spectrum.vectors.memptr();
    return matrix;
  }

  const LaneSolver& solver_;
  const SpectrumOptions& options_;
  bool descending_;
  std::ptrdiff_t sweeps_;
  std::unique_ptr<Scratch> scratch_;
  std::vector<LaneMatrix> matrices_;
  std::vector<std::size_t> indices_;
  std::size_t count_ = 0;
};

constexpr std::size_t most_sweeps = 30; // per eigenvalue; LAPACK's limit

/// `size_of(i)` vertices, `add(batch, i)`, `alone(i, options)`: the spectrum by solve_spectrum().
template <typename SizeOf, typename Add, typename Alone>
BatchCounts solve_many(std::size_t count, EigenvalueOrder order, const SpectrumOptions& options,
                       const TakeSpectrum& take, const SizeOf& size_of, const Add& add,
                       const Alone& alone, std::size_t sweeps = most_sweeps) {
  BatchCounts counts;
  const bool batched = options.solver == Solver::automatic || options.solver == Solver::batched;
  const LaneSolver& solver = solver_of(options.lanes);
  const std::size_t limit = batched ? limit_of(solver) : 0;
  SpectrumOptions rest = options;
  if (options.solver == Solver::batched) rest.solver = Solver::dense;
  std::vector<std::pair<std::size_t, std::size_t>> by_size;
  by_size.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t n = size_of(i);
    if (n >= 1 && n <= limit) {
      by_size.emplace_back(n, i);
      continue;
    }
    ++counts.one_by_one;
    Spectrum spectrum = alone(i, rest);
    take(i, spectrum);
  }
  if (by_size.empty()) return counts;
  std::sort(by_size.begin(), by_size.end()); // lanes of one call should have nearly one size
  rest.solver = Solver::dense;
  const auto again = [&](std::size_t i) { return alone(i, rest); };
  Batch batch(solver, by_size.back().first, order, options, sweeps);
  for (const auto& [n, i] : by_size) {
    if (!batch.has_room(n)) batch.solve(take, again, counts);
    add(batch, i);
  }
  batch.solve(take, again, counts);
  return counts;
}

} // namespace

std::vector<std::size_t> lane_widths() {
  std::vector<std::size_t> widths;
  for (const LaneSolver& solver : lane_solvers())
    widths.push_back(solver.lanes);
  return widths;
}

std::size_t batched_limit(std::size_t lanes) {
  return limit_of(solver_of(lanes));
}

bool wants_lanes(std::size_t n, const SpectrumOptions& options) {
  return options.solver == Solver::batched && n > 0 && n <= batched_limit(options.lanes);
}

BatchCounts solve_spectra(std::span<const Graph* const> graphs, GraphOperator op,
                          const SpectrumOptions& options, const TakeSpectrum& take) {
  return solve_many(
      graphs.size(), eigenvalue_order(op), options, take,
      [&](std::size_t i) { return num_vertices(*graphs[i]); },
      [&](Batch& batch, std::size_t i) { batch.add(i, *graphs[i], op); },
      [&](std::size_t i, const SpectrumOptions& other) {
        return solve_spectrum(*graphs[i], op, other);
      });
}

BatchCounts solve_spectra(std::span<const Graph> graphs, GraphOperator op,
                          const SpectrumOptions& options, const TakeSpectrum& take) {
  std::vector<const Graph*> pointers(graphs.size());
  std::transform(graphs.begin(), graphs.end(), pointers.begin(),
                 [](const Graph& graph) { return &graph; });
  return solve_spectra(pointers, op, options, take);
}

BatchCounts solve_spectra_within(std::size_t sweeps, std::span<const arma::mat> matrices,
                                 EigenvalueOrder order, const SpectrumOptions& options,
                                 const TakeSpectrum& take) {
  std::vector<double> largest(matrices.size());
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    if (i + 1 < matrices.size()) prefetch(matrices[i + 1]);
    largest[i] = checked_norm(matrices[i]);
  }
  return solve_many(
      matrices.size(), order, options, take, [&](std::size_t i) { return matrices[i].n_rows; },
      [&](Batch& batch, std::size_t i) { batch.add(i, matrices[i], largest[i]); },
      [&](std::size_t i, const SpectrumOptions& other) {
        return solve_spectrum(matrices[i], order, other);
      },
      sweeps);
}

BatchCounts solve_spectra(std::span<const arma::mat> matrices, EigenvalueOrder order,
                          const SpectrumOptions& options, const TakeSpectrum& take) {
  return solve_spectra_within(most_sweeps, matrices, order, options, take);
}

Spectrum solve_in_lanes(const Graph& graph, GraphOperator op, const SpectrumOptions& options) {
  Spectrum result;
  const Graph* const only = &graph;
  solve_spectra(std::span(&only, 1), op, options,
                [&](std::size_t, Spectrum& spectrum) { result = std::move(spectrum); });
  return result;
}

Spectrum solve_in_lanes(const arma::mat& matrix, EigenvalueOrder order,
                        const SpectrumOptions& options) {
  Spectrum result;
  solve_spectra(std::span(&matrix, 1), order, options,
                [&](std::size_t, Spectrum& spectrum) { result = std::move(spectrum); });
  return result;
}

} // namespace canon
