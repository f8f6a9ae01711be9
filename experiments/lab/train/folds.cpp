#include "train/folds.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

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

/// The list without its last `count` members, and these.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>>
cut(const std::vector<std::size_t>& list, std::size_t count) {
  const auto at = list.end() - static_cast<std::ptrdiff_t>(count);
  return {{list.begin(), at}, {at, list.end()}};
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

  // Of what does not divide by k, the first folds get one group each.
  const auto begin_of = [&, count = numbers.size()](std::size_t fold) {
    return numbers.begin() +
           static_cast<std::ptrdiff_t>(fold * (count / k) + std::min(fold, count % k));
  };
  std::vector<Split> folds;
  for (std::size_t fold = 0; fold < k; ++fold) {
    const auto first = begin_of(fold), end = begin_of(fold + 1);
    // What is left begins behind the fold and goes round. The order matters to the shuffle alone:
    // another one would draw other groups for validation than in recorded runs.
    std::vector<std::size_t> left(end, numbers.end());
    left.insert(left.end(), numbers.begin(), first);
    const auto [rest, valid] =
        cut(shuffled(left, trial_rng(seed, 1 + fold)), count_of(valid_share, left.size()));
    folds.push_back(
        {samples_of(members, rest), samples_of(members, valid), samples_of(members, {first, end})});
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
