#include "device/pool.hpp"

#include "device/cuda.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace canon::nn {
namespace {

constexpr std::size_t line = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21U;

/// Four classes a power of two: at most a fifth is wasted, and blocks of about the same size serve
/// for each other from batch to batch.
std::size_t size_class(std::size_t bytes) {
  std::size_t power = 4 * line;
  while (2 * power < bytes)
    power *= 2;
  const std::size_t quarter = power / 4;
  const std::size_t size = (bytes + quarter - 1) / quarter * quarter;
  return size < 4 * line ? 4 * line : size;
}

constexpr std::size_t slab_size = 4 * huge_page;
#ifdef __SANITIZE_ADDRESS__
constexpr bool slabs = false; // it sees what lies between two blocks only if both are the system's
#else
constexpr bool slabs = true;
#endif

void* ask_system(Backend backend, std::size_t bytes) {
  if (backend == Backend::cuda) return cuda::allocate(bytes);
  const std::size_t unit = bytes >= huge_page ? huge_page : line;
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  void* block = std::aligned_alloc(unit, whole);
  if (block == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (unit == huge_page) madvise(block, whole, MADV_HUGEPAGE); // advice only: may be refused
#endif
  return block;
}

void give_to_system(Backend backend, void* block) {
  if (backend == Backend::cuda)
    cuda::release(block);
  else
    std::free(block);
}

} // namespace

/// What the system has no memory for may fit once the blocks that nobody uses are given back.
void* Pool::ask(std::size_t bytes) {
  try {
    return ask_system(backend_, bytes);
  } catch (const std::bad_alloc&) {
    if (!give_back_unused()) throw;
  }
  return ask_system(backend_, bytes);
}

bool Pool::give_back_unused() {
  bool any = false;
  for (auto& [size, blocks] : free_) {
    if (slabs && size < huge_page) continue; // parts of slabs
    for (void* block : blocks) {
      std::erase(asked_, block);
      give_to_system(backend_, block);
      any = true;
    }
    blocks.clear();
  }
  return any;
}

Pool::~Pool() {
  for (void* block : asked_)
    give_to_system(backend_, block);
}

/// Small blocks are cut from slabs: matrices are read in jumps (edges), and huge pages, which only
/// large blocks have, spare most of the address look-ups.
void* Pool::make(std::size_t size) {
  ++allocations_;
  const std::size_t whole = (size + line - 1) / line * line;
  if (!slabs || size >= huge_page) {
    asked_.push_back(ask(whole));
    return asked_.back();
  }
  if (whole > slab_left_) {
    asked_.push_back(ask(slab_size));
    slab_ = static_cast<char*>(asked_.back());
    slab_left_ = slab_size;
  }
  void* const block = slab_;
  slab_ += whole;
  slab_left_ -= whole;
  return block;
}

void* Pool::take(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  const std::size_t size = size_class(bytes);
  used_ += size;
  if (used_ > peak_) peak_ = used_;
  std::vector<void*>& blocks = free_[size];
  if (blocks.empty()) return make(size);
  void* block = blocks.back(); // the one given back last: its lines are still in the cache
  blocks.pop_back();
  return block;
}

void Pool::give(void* block, std::size_t bytes) {
  if (block == nullptr) return;
  const std::size_t size = size_class(bytes);
  used_ -= size;
  free_[size].push_back(block);
}

void copy_to_backend(Backend backend, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  if (backend == Backend::cuda)
    cuda::upload(to, from, bytes);
  else
    std::memcpy(to, from, bytes);
}

void copy_to_host(Backend backend, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  if (backend == Backend::cuda)
    cuda::download(to, from, bytes);
  else
    std::memcpy(to, from, bytes);
}

void fill_zero(Backend backend, void* block, std::size_t bytes) {
  if (bytes == 0) return;
  if (backend == Backend::cuda)
    cuda::fill_zero(block, bytes);
  else
    std::memset(block, 0, bytes);
}

} // namespace canon::nn
