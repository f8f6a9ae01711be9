#include "dataset/generated_molecules.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <limits>

namespace canon::lab {
namespace {

constexpr int most_bonds = 4, least_atoms = 8, most_atoms = 26;

class Molecule {
public:
  Molecule(const MoleculeLayout& layout, Rng& rng) : layout_(layout), rng_(rng) {
    const int least = std::max(least_atoms, static_cast<int>(layout.least_atoms));
    const int wanted = least + static_cast<int>(uniform_below(rng, most_atoms - least_atoms + 1));
    add_ring();
    while (sample_.nodes < wanted) {
      const int from = free_atom(); // before the part that is to be joined to it
      const int to = wanted - sample_.nodes >= 6 && uniform01(rng_) < 0.3 ? add_ring() : add_atom();
      join(from, to);
    }
    sample_.node_types = static_cast<int>(layout.atoms.size());
    sample_.edge_types = static_cast<int>(layout.bonds.size());
    set_targets();
  }

  [[nodiscard]] nn::GraphSample take() { return std::move(sample_); }

private:
  int add_atom() {
    bonds_.push_back(0);
    for (const std::int64_t size : layout_.atoms)
      sample_.node_type.push_back(small_value(size));
    return sample_.nodes++;
  }

  /// The first of its atoms, which has a bond to spare.
  int add_ring() {
    const int size = uniform01(rng_) < 0.5 ? 5 : 6;
    (size == 6 ? sixes_ : fives_) += 1;
    const int first = add_atom();
    for (int i = 1; i < size; ++i) {
      const int last = sample_.nodes - 1, next = add_atom();
      join(last, next);
    }
    join(sample_.nodes - 1, first);
    return first;
  }

  void join(int a, int b) {
    std::vector<int> features;
    for (const std::int64_t size : layout_.bonds)
      features.push_back(small_value(size));
    for (const auto& [tail, head] : {std::pair{a, b}, std::pair{b, a}}) {
      sample_.tail.push_back(tail);
      sample_.head.push_back(head);
      sample_.edge_type.insert(sample_.edge_type.end(), features.begin(), features.end());
      ++bonds_[static_cast<std::size_t>(tail)];
    }
  }

  /// There always is one: a part that was joined last has atoms of at most two bonds.
  int free_atom() {
    for (;;) {
      const auto atom = uniform_below(rng_, static_cast<std::uint64_t>(sample_.nodes));
      if (bonds_[atom] < most_bonds) return static_cast<int>(atom);
    }
  }

  /// Small ones are frequent, as carbon and single bonds are.
  int small_value(std::int64_t size) {
    int value = 0;
    while (value + 1 < size && value < 3 && uniform01(rng_) < 0.3)
      ++value;
    return value;
  }

  void set_targets() {
    const auto width = layout_.atoms.size();
    std::size_t ones = 0;
    for (std::size_t i = 0; width > 0 && i < sample_.node_type.size(); i += width)
      if (sample_.node_type[i] == 1) ++ones;
    const double number =
        sixes_ - fives_ + static_cast<double>(ones) / static_cast<double>(sample_.nodes);
    for (std::size_t t = 0; t < layout_.targets; ++t) {
      double target = number;
      if (layout_.binary) target = (sixes_ > fives_) == (t % 2 == 0) ? 1.0 : 0.0;
      if (layout_.binary && uniform01(rng_) < 0.1)
        target = std::numeric_limits<double>::quiet_NaN();
      sample_.target.push_back(target);
    }
  }

  const MoleculeLayout& layout_;
  Rng& rng_;
  nn::GraphSample sample_;
  std::vector<int> bonds_; ///< of each atom
  int fives_ = 0, sixes_ = 0;
};

} // namespace

Molecules generate_molecules(std::size_t count, const MoleculeLayout& layout, std::uint64_t seed) {
  if (count < 5)
    throw ArgumentError("generated molecules: expected at least 5, got " + std::to_string(count));
  Molecules result;
  for (std::size_t i = 0; i < count; ++i) {
    Rng rng = trial_rng(seed, i);
    result.samples.push_back(Molecule(layout, rng).take());
    auto& split = result.split;
    (5 * i < 3 * count ? split.train : 5 * i < 4 * count ? split.valid : split.test).push_back(i);
  }
  return result;
}

} // namespace canon::lab
