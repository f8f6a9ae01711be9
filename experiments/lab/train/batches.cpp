#include "train/batches.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <numeric>

namespace canon::lab {

Rng pass_rng(std::uint64_t seed, Stream stream, int epoch, std::size_t batch) {
  Rng of_epoch =
      trial_rng(seed, 4 * static_cast<std::uint64_t>(epoch) + static_cast<std::uint64_t>(stream));
  return trial_rng(of_epoch(), batch);
}

template <typename T>
Batches<T>::Batches(nn::Pool& pool, const std::vector<nn::GraphSample>& samples,
                    std::vector<std::size_t> which, BatchOptions options)
    : pool_(&pool), samples_(&samples), which_(std::move(which)), options_(options),
      size_(options_.size) {
  if (which_.empty()) throw ArgumentError("batches: expected at least one graph");
  if (size_ == 0) throw ArgumentError("batches: expected a batch size >= 1");
  if (options_.shuffled && options_.kept_whole) {
    Rng rng = pass_rng(options_.seed, Stream::order, 0, 0);
    std::vector<std::size_t> drawn;
    for (const std::size_t place : random_permutation(which_.size(), rng))
      drawn.push_back(which_[place]);
    which_ = std::move(drawn);
  }
  order_.resize(options_.kept_whole ? count() : which_.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  if (options_.shuffled && !options_.kept_whole) return; // batches change from epoch to epoch
  kept_.resize(count());
  for (std::size_t number = 0; number < count(); ++number)
    kept_[number].emplace(pool, members(number, options_.part));
}

template <typename T>
void Batches<T>::draw_order(int epoch) {
  if (!options_.shuffled || epoch == epoch_) return;
  Rng rng = pass_rng(options_.seed, Stream::order, epoch, 0);
  order_ = random_permutation(order_.size(), rng);
  epoch_ = epoch;
}

template <typename T>
std::vector<const nn::GraphSample*> Batches<T>::members(std::size_t number,
                                                        const Shard& part) const {
  std::size_t first = number * size_, end = std::min(first + size_, which_.size());
  if (const std::size_t count = end - first; count >= part.count) {
    end = first + part.end(count);
    first += part.first(count);
  }
  std::vector<const nn::GraphSample*> members;
  for (std::size_t i = first; i < end; ++i)
    members.push_back(&(*samples_)[which_[options_.kept_whole ? i : order_[i]]]);
  return members;
}

template <typename T>
bool Batches<T>::divided(int epoch, std::size_t number) {
  draw_order(epoch);
  const std::size_t place = options_.kept_whole ? order_[number] : number;
  return options_.part.count > 1 &&
         std::min(size_, which_.size() - place * size_) >= options_.part.count;
}

template <typename T>
std::vector<const nn::GraphSample*> Batches<T>::part_of(int epoch, std::size_t number) {
  draw_order(epoch);
  return members(options_.kept_whole ? order_[number] : number, options_.part);
}

template <typename T>
std::vector<const nn::GraphSample*> Batches<T>::whole(int epoch, std::size_t number) {
  draw_order(epoch);
  return members(options_.kept_whole ? order_[number] : number, {});
}

template <typename T>
const nn::GraphBatch<T>& Batches<T>::at(int epoch, std::size_t number) {
  draw_order(epoch);
  const std::size_t place = options_.kept_whole ? order_[number] : number;
  if (!kept_.empty()) return *kept_[place];
  passing_.reset(); // its memory serves for the next
  if (next_ && next_epoch_ == epoch && next_number_ == number) {
    passing_ = std::move(next_);
    next_.reset();
    return *passing_;
  }
  next_.reset();
  return passing_.emplace(*pool_, members(place, options_.part));
}

template <typename T>
void Batches<T>::prepare(int epoch, std::size_t number) {
  if (!kept_.empty() || number >= count() || epoch != epoch_) return;
  next_.emplace(*pool_, members(number, options_.part));
  if (passing_) next_->make_like(*passing_);
  next_epoch_ = epoch;
  next_number_ = number;
}

template <typename T>
std::uint64_t Batches<T>::pass_seed(int epoch, std::size_t number) const {
  Rng rng = pass_rng(options_.seed, options_.stream, epoch, number);
  rng.discard(1); // the second number of the stream, as in all recorded runs
  return rng() ^ 0x9e3779b97f4a7c15ULL;
}

template class Batches<float>;
template class Batches<double>;

} // namespace canon::lab
