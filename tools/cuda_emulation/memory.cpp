#include "emulation.hpp"

#include <cstring>
#include <new>
#include <sys/mman.h>

/// Device addresses are a range in which nothing is ever mapped; the numbers lie behind guard pages
/// in a second range. So a host that reads a device pointer faults at once, and so does a kernel
/// that leaves its block.
namespace emulation {
namespace {

constexpr u64 range = u64(32) << 30U, page = 4096;
u64 next_free = 0, used = 0;
std::map<u64, u64> blocks; ///< address and size as asked for
std::map<u64, u64> pinned;

void* reserve(u64 bytes) {
  void* const at =
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) stop("no address space for the device");
  return at;
}

u64 pages(u64 bytes) {
  return (bytes + page - 1) / page * page;
}

/// The block that holds the address, or the end.
std::map<u64, u64>::iterator find(std::map<u64, u64>& all, u64 address) {
  auto after = all.upper_bound(address);
  if (after == all.begin()) return all.end();
  --after;
  return address - after->first < after->second ? after : all.end();
}

} // namespace

const Space& space() {
  static const Space made = [] {
    const u64 base = reinterpret_cast<u64>(reserve(range)),
              at = reinterpret_cast<u64>(reserve(range));
    next_free = base + page;
    return Space{base, range, at - base};
  }();
  return made;
}

bool on_device(const void* pointer) {
  return reinterpret_cast<u64>(pointer) - space().base < range;
}

void* take_memory(std::size_t bytes) {
  ++calls().allocations;
  const u64 size = pages(bytes), base = space().base;
  if (used + size > settings().memory || next_free + size + 2 * page > base + range) return nullptr;
  // It ends where its last page ends, so that the next number faults.
  const u64 unit = settings().tight ? 8 : 256;
  const u64 at = next_free + size - (bytes + unit - 1) / unit * unit;
  void* const numbers = reinterpret_cast<void*>(next_free + space().delta);
  if (mprotect(numbers, size, PROT_READ | PROT_WRITE) != 0) return nullptr;
  std::memset(numbers, 0xff, size); // NaN and -1: what nobody wrote shows
  next_free += size + page;
  used += size;
  blocks[at] = bytes;
  return reinterpret_cast<void*>(at);
}

bool give_memory(void* block) {
  const auto found = blocks.find(reinterpret_cast<u64>(block));
  if (found == blocks.end()) return false;
  ++calls().releases;
  const u64 first = found->first / page * page, size = pages(found->first + found->second - first);
  void* const numbers = reinterpret_cast<void*>(first + space().delta);
  madvise(numbers, size, MADV_DONTNEED);
  mprotect(numbers, size, PROT_NONE);
  used -= size;
  blocks.erase(found);
  return true;
}

void expect_inside(const void* pointer, std::size_t bytes, const std::string& who) {
  if (!on_device(pointer)) stop(who + ": a host pointer where a device pointer is expected");
  const u64 at = reinterpret_cast<u64>(pointer);
  const auto found = find(blocks, at);
  if (found == blocks.end()) stop(who + ": there is no such block on the device");
  if (at + bytes > found->first + found->second) stop(who + ": beyond the end of a block");
}

bool in_a_block(u64 address, u32 size) {
  static u64 first = 0, end = 0; // of the block that was asked for last
  if (address >= first && address + size <= end) return true;
  const auto found = find(blocks, address);
  if (found == blocks.end()) return false;
  first = found->first;
  end = first + found->second;
  return address + size <= end;
}

void* take_pinned(std::size_t bytes) {
  void* const at = ::operator new(bytes, std::align_val_t(page), std::nothrow);
  if (at != nullptr) pinned[reinterpret_cast<u64>(at)] = bytes;
  return at;
}

bool give_pinned(void* block) {
  if (pinned.erase(reinterpret_cast<u64>(block)) == 0) return false;
  ::operator delete(block, std::align_val_t(page));
  return true;
}

bool is_pinned(const void* pointer, std::size_t bytes) {
  const u64 at = reinterpret_cast<u64>(pointer);
  const auto found = find(pinned, at);
  return found != pinned.end() && at + bytes <= found->first + found->second;
}

} // namespace emulation
