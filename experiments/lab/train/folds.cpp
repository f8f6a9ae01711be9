#include "train/folds.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <mlpack/core.hpp>
#include <mlpack/core/cv/k_fold_cv.hpp>
#include <mlpack/core/data/split_data.hpp>

#include <algorithm>
#include <numeric>
#include <unordered_map>

// mlpack's shuffles draw from a generator of the whole process; groups are put into their random
// order by ours and only then cut by mlpack.
namespace canon::lab {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

/// The members of each group, groups in the order of their first members.
Groups members_of(const std::vector<std::size_t>& group) {
  std::unordered_map<std::size_t, std::size_t> place;
  Groups members;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto [entry, fresh] = place.emplace(group[i], members.size());
    if (fresh) members.emplace_back();
    members[entry->second].push_back(i);
  }
  return members;
}

void check_share(double share, const char* what) {
  if (!(share >= 0.0 && share < 1.0))
    throw ArgumentError(std::string("split: expected 0 <= ") + what + " < 1, got " +
                        std::to_string(share));
}

/// A "model" that KFoldCV trains and tests: it writes down on what.
class Listener {
public:
  using Heard = std::vector<std::pair<arma::mat, arma::mat>>;

  Listener() = default;
  Listener(const arma::mat& train, const arma::rowvec&, Heard* heard) { Train(train, {}, heard); }
  void Train(const arma::mat& train, const arma::rowvec&, Heard* heard) {
    heard_ = heard;
    heard_->emplace_back(train, arma::mat());
  }
  void test(const arma::mat& test) { heard_->back().second = test; }

private:
  Heard* heard_ = nullptr;
};

struct Listen {
  static double Evaluate(Listener& model, const arma::mat& test, const arma::rowvec&) {
    model.test(test);
    return 0.0;
  }
  static const bool NeedsMinimization = false;
};

constexpr double filler = -1.0;

std::vector<std::size_t> numbers_in(const arma::mat& row) {
  std::vector<std::size_t> numbers;
  for (const double value : row)
    if (value != filler) numbers.push_back(static_cast<std::size_t>(value));
  return numbers;
}

/// mlpack gives all that does not divide by k to the last fold (of 19 in 10 folds ten); fillers at
/// the ends of the last folds spread it.
arma::mat padded(const std::vector<std::size_t>& order, std::size_t k) {
  const std::size_t each = (order.size() + k - 1) / k, short_folds = k * each - order.size();
  arma::mat row(1, k * each);
  row.fill(filler);
  std::size_t next = 0;
  for (std::size_t fold = 0; fold < k; ++fold)
    for (std::size_t i = 0; i < each - (fold >= k - short_folds ? 1 : 0); ++i)
      row(0, fold * each + i) = static_cast<double>(order[next++]);
  return row;
}

std::vector<std::size_t> samples_of(const Groups& members,
                                    const std::vector<std::size_t>& numbers) {
  std::vector<std::size_t> samples;
  for (const std::size_t number : numbers)
    samples.insert(samples.end(), members[number].begin(), members[number].end());
  std::sort(samples.begin(), samples.end());
  return samples;
}

std::size_t count_of(double share, std::size_t all) {
  return static_cast<std::size_t>(share * static_cast<double>(all) + 1e-9);
}

/// The last `count` are cut off; both lists.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>>
cut(const std::vector<std::size_t>& order, std::size_t count) {
  if (count == 0) return {order, {}};
  arma::mat all(1, order.size()), rest, taken;
  std::copy(order.begin(), order.end(), all.begin());
  // mlpack rounds the product of share and size down: half a group guards it.
  const double share = (static_cast<double>(count) + 0.5) / static_cast<double>(order.size());
  mlpack::data::Split(all, rest, taken, share, false);
  return {numbers_in(rest), numbers_in(taken)};
}

std::vector<std::size_t> shuffled(const std::vector<std::size_t>& values, Rng rng) {
  std::vector<std::size_t> result;
  for (const std::size_t place : random_permutation(values.size(), rng))
    result.push_back(values[place]);
  return result;
}

} // namespace

std::vector<std::size_t> singles(std::size_t samples) {
  std::vector<std::size_t> numbers(samples);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

std::vector<Split> k_folds(const std::vector<std::size_t>& group, std::size_t k, FoldOrder order,
                           std::uint64_t seed, double valid_share) {
  const Groups members = members_of(group);
  if (k < 2 || k > members.size())
    throw ArgumentError("folds: expected 2 <= k <= " + std::to_string(members.size()) +
                        " groups, got k = " + std::to_string(k));
  check_share(valid_share, "the share for validation");
  std::vector<std::size_t> numbers = singles(members.size());
  if (order == FoldOrder::random) numbers = shuffled(numbers, trial_rng(seed, 0));

  const arma::mat data = padded(numbers, k);
  Listener::Heard heard;
  mlpack::KFoldCV<Listener, Listen, arma::mat, arma::rowvec> cv(
      k, data, arma::rowvec(data.n_cols, arma::fill::zeros), false);
  cv.Evaluate(&heard);

  std::vector<Split> folds;
  // KFoldCV holds out the last fold first.
  std::rotate(heard.begin(), heard.begin() + 1, heard.end());
  for (const auto& [train, test] : heard) {
    const std::vector<std::size_t> left = numbers_in(train);
    const auto [rest, valid] =
        cut(shuffled(left, trial_rng(seed, 1 + folds.size())), count_of(valid_share, left.size()));
    folds.push_back({samples_of(members, rest), samples_of(members, valid),
                     samples_of(members, numbers_in(test))});
  }
  return folds;
}

Split random_split(const std::vector<std::size_t>& group, double valid_share, double test_share,
                   std::uint64_t seed) {
  check_share(valid_share, "the share for validation");
  check_share(test_share, "the share for the test");
  const Groups members = members_of(group);
  const std::size_t count = members.size(), tested = count_of(test_share, count),
                    validated = count_of(valid_share, count);
  if (tested + validated >= count)
    throw ArgumentError("split: expected something left for training of " + std::to_string(count) +
                        " groups");
  const auto [rest, test] = cut(shuffled(singles(count), trial_rng(seed, 0)), tested);
  const auto [train, valid] = cut(rest, validated);
  return {samples_of(members, train), samples_of(members, valid), samples_of(members, test)};
}

} // namespace canon::lab
