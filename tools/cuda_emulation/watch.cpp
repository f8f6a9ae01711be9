#include "emulation.hpp"

#include <algorithm>
#include <cstdio>
#include <sys/mman.h>

/// Counts of accesses, the sectors that a warp asks for, and races.
namespace emulation {
namespace {

/// Who touched a word last, in which launch and between which barriers of the block.
struct Touch {
  u32 launch = 0, thread = 0, phase = 0;
};
struct Word {
  Touch write, read;
};
constexpr u32 several = ~0U;

/// Of one thread of the block at work.
struct Thread {
  u64 loads = 0;
  std::vector<std::pair<u64, u64>> accesses; ///< (which instruction, how often before), sector
  std::vector<u32> times;                    ///< of each instruction
};

Count* now = nullptr;
u32 launch = 0, block = 0, phase = 0, block_threads = 0;
std::string kernel;
bool sampled = false; ///< sectors are counted in some of the blocks: it takes time
std::vector<Thread> threads(1024);
std::vector<Word> shared_words;
u64 longest = 0;

Word* words() {
  static Word* const made = [] {
    void* const at = mmap(nullptr, space().size / 4 * sizeof(Word), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) stop("no address space to look for races");
    return static_cast<Word*>(at);
  }();
  return made;
}

/// Two threads may touch a word in one launch if a barrier of their block lies between.
bool unordered(const Touch& before, const Touch& here, u32 per_block) {
  if (before.launch != here.launch || before.thread == here.thread) return false;
  if (before.thread == several) return true;
  return before.thread / per_block != here.thread / per_block || before.phase == here.phase;
}

void look_for_race(Word& word, const Touch& here, bool store, u64 address, u32 per_block) {
  const char* what = nullptr;
  if (unordered(word.write, here, per_block))
    what = store ? "two writes" : "a read after a write";
  else if (store && unordered(word.read, here, per_block))
    what = "a write after a read";
  if (what != nullptr && now->races++ == 0)
    std::fprintf(stderr, "cuda emulation: RACE in %s: %s at %#llx, thread %u\n",
                 readable(kernel).c_str(), what, address, here.thread);
  if (store) {
    word.write = here;
    return;
  }
  const bool others = word.read.launch == here.launch && word.read.thread != here.thread &&
                      word.read.phase == here.phase;
  word.read = here;
  if (others) word.read.thread = several;
}

} // namespace

Calls& calls() {
  static Calls& all = *new Calls;
  return all;
}

std::map<std::string, Count>& counts() {
  static auto& all = *new std::map<std::string, Count>;
  return all;
}

bool watching() {
  return settings().count || settings().races;
}

void begin_launch(const std::string& name, u64 count) {
  kernel = name;
  now = &counts()[name];
  ++now->launches;
  now->threads += count;
  ++launch;
  block = ~0U;
  longest = 0;
}

void begin_block() {
  ++block;
  phase = 0;
  block_threads = 0;
  sampled = settings().count && block % 8 == 0;
  shared_words.clear();
  if (settings().count)
    for (Thread& thread : threads)
      thread.loads = 0;
}

void begin_phase() {
  ++phase;
  ++now->barriers;
}

void begin_thread(u32 number) {
  block_threads = std::max(block_threads, number + 1);
}

void seen(const emu_thread* thread, u64 address, u32 size, int store, u32 instruction) {
  const bool in_shared = (store & 2) != 0, writes = (store & 1) != 0;
  const u32 per_block = thread->ntid[0] * thread->ntid[1] * thread->ntid[2];
  if (!in_shared && !in_a_block(address, size)) fault(thread, address, size, store, "in no block");
  if (in_shared)
    ++now->shared;
  else {
    ++(writes ? now->stores : now->loads);
    now->bytes += size;
    now->narrow += size < 4;
    threads[thread->number].loads += !writes;
  }
  if (settings().races) {
    const Touch here{launch, block * per_block + thread->number, phase};
    const u64 start = in_shared ? 0 : space().base;
    for (u64 at = (address - start) / 4; at <= (address - start + size - 1) / 4; ++at) {
      if (in_shared && shared_words.size() <= at) shared_words.resize(at + 1);
      look_for_race(in_shared ? shared_words[at] : words()[at], here, writes, address, per_block);
    }
  }
  if (sampled && !in_shared) {
    Thread& own = threads[thread->number];
    if (own.times.size() <= instruction) own.times.resize(instruction + 1);
    const u64 which = u64(own.times[instruction]++) << 32U | instruction;
    for (u64 sector = address / 32; sector <= (address + size - 1) / 32; ++sector)
      own.accesses.emplace_back(which, sector);
  }
}

/// The threads of a warp make the k-th access of an instruction together: as many sectors of 32
/// bytes as lie in it are asked for.
void end_warp() {
  if (settings().count)
    for (u32 i = 0; i < block_threads; ++i)
      longest = std::max(longest, threads[i].loads);
  if (!sampled) return;
  static std::vector<std::pair<u64, u64>> all;
  for (u32 first = 0; first < block_threads; first += 32) {
    all.clear();
    for (u32 i = first; i < std::min(first + 32, block_threads); ++i) {
      all.insert(all.end(), threads[i].accesses.begin(), threads[i].accesses.end());
      threads[i].accesses.clear();
      threads[i].times.clear();
    }
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
      now->requests += i == 0 || all[i].first != all[i - 1].first;
      now->sectors += i == 0 || all[i] != all[i - 1];
    }
  }
}

void end_launch() {
  now->longest = std::max(now->longest, longest);
}

void fault(const emu_thread* thread, u64 address, u32 size, int store, const char* why) {
  char text[200];
  std::snprintf(text, sizeof text, ": %s of %u bytes at %#llx by thread (%u, %u) of block %u: %s",
                (store & 1) != 0 ? "store" : "load", size, address, thread->tid[0], thread->tid[1],
                thread->ctaid[0], why);
  stop(readable(at_work()) + text);
}

void forget_counts() {
  counts().clear();
  calls() = {};
}

} // namespace emulation
