#define BOOST_TEST_MODULE checkpoint
#include "train/checkpoint.hpp"

#include "toy.hpp"
#include "train/run_folder.hpp"
#include "train/trainer.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <csignal>
#include <random>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace canon;
using namespace canon::lab;
namespace fs = std::filesystem;

namespace {

constexpr const char* child_folder = "CANON_TEST_CHECKPOINT_CHILD";

TrainOptions options_in(const fs::path& folder, int epochs) {
  TrainOptions options = toy::options(epochs);
  options.folder = folder;
  options.plateau = {true, 0.5, 1, 0.5, 0.0}; // something for the schedule to remember
  return options;
}

TrainResult run(const TrainOptions& options, std::size_t count = 120) {
  nn::Pool pool(nn::Backend::cpu);
  const auto model =
      toy::model(1, nn::HeadKind::wide); // its dropout draws random numbers in each pass
  model->parameters().place(pool, 5);
  const auto samples = toy::graphs(count, 21);
  return train(*model, pool, samples, toy::split(count), options);
}

TrainResult run_long(const fs::path& folder) {
  return run(options_in(folder, 10), 1500);
}

class Child {
public:
  explicit Child(const fs::path& folder) {
    setenv(child_folder, folder.c_str(), 1);
    std::string exe = "/proc/self/exe", which = "--run_test=child", level = "--log_level=nothing";
    char* const words[] = {exe.data(), which.data(), level.data(), nullptr};
    const int failed = posix_spawn(&id_, exe.c_str(), nullptr, nullptr, words, environ);
    unsetenv(child_folder);
    BOOST_REQUIRE(failed == 0);
  }
  bool ended() { return ended_ || (ended_ = waitpid(id_, &status_, WNOHANG) == id_); }
  void kill() {
    if (ended()) return;
    ::kill(id_, SIGKILL);
    waitpid(id_, &status_, 0);
    ended_ = true;
  }
  /// Whether it came to its end by itself.
  bool done() const { return ended_ && WIFEXITED(status_) && WEXITSTATUS(status_) == 0; }
  bool killed() const { return ended_ && WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL; }

private:
  pid_t id_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

fs::file_time_type age(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  return error ? fs::file_time_type::min() : time;
}

std::string complaint_of(const TrainOptions& options) {
  return toy::complaint([&] { (void)run(options); });
}

/// Small work on a busy machine: threads would only wait for each other.
struct OneThread {
  OneThread() { nn::use_threads(1); }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(OneThread);

// Not a test of its own: what the next one starts, kills and starts again.
BOOST_AUTO_TEST_CASE(child) {
  const char* const folder = std::getenv(child_folder);
  BOOST_TEST(true);
  if (folder == nullptr) return;
  (void)run_long(folder);
}

BOOST_AUTO_TEST_CASE(killed_at_any_moment_it_ends_in_the_same_bytes) {
  const Workplace folder;
  const auto start = std::chrono::steady_clock::now();
  (void)run_long(folder.path() / "straight");
  std::chrono::duration<double> straight = std::chrono::steady_clock::now() - start;

  const auto seed = std::random_device{}();
  BOOST_TEST_INFO_SCOPE("seed " << seed);
  Rng rng = trial_rng(seed, 0);
  const fs::path killed = folder.path() / "killed", saved = killed / "checkpoint.bin";
  int kills = 0;
  for (bool done = false; !done;) {
    const auto before = age(saved);
    Child child(killed);
    // The first at any time; later ones once they have come further, then within about an epoch.
    while (!child.ended() && (kills == 5 || (kills > 0 && age(saved) == before)))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(uniform01(rng) * (kills == 0 ? 0.5 : 0.1) * straight);
    child.kill();
    BOOST_REQUIRE((child.done() || child.killed()));
    done = child.done();
    kills += child.killed() ? 1 : 0;
    if (done && kills < 2) { // the disk or the machine held up the straight run: too long a wait
      straight /= 4;
      BOOST_REQUIRE(straight.count() > 1e-6);
      fs::remove_all(killed);
      kills = 0;
      done = false;
    }
  }
  BOOST_TEST_MESSAGE(kills << " kills, seed " << seed);
  BOOST_TEST(kills >= 2);
  for (const char* name : {"checkpoint.bin", "metrics.jsonl"})
    BOOST_TEST(
        (contents(folder.path() / "straight" / name) == contents(folder.path() / "killed" / name)),
        name << " differs");
  for (const auto& entry : fs::directory_iterator(folder.path() / "killed"))
    BOOST_TEST(!toy::has(entry.path().filename().string(), ".tmp"));
}

BOOST_AUTO_TEST_CASE(a_longer_run_continues_a_shorter_one) {
  const Workplace folder;
  const TrainResult straight = run(options_in(folder.path() / "a", 6));
  BOOST_TEST(run(options_in(folder.path() / "b", 1)).resumed_at == 0);
  BOOST_TEST(run(options_in(folder.path() / "b", 4)).resumed_at == 1);
  std::vector<int> replayed;
  TrainOptions options = options_in(folder.path() / "b", 6);
  options.on_epoch = [&](const EpochRecord& record) { replayed.push_back(record.epoch); };
  const TrainResult resumed = run(options);
  BOOST_TEST(resumed.resumed_at == 4);
  const std::vector<int> all = {1, 2, 3, 4, 5, 6};
  BOOST_TEST(replayed == all, boost::test_tools::per_element());
  BOOST_TEST(resumed.last().train_loss == straight.last().train_loss);
  for (const char* name : {"checkpoint.bin", "metrics.jsonl"})
    BOOST_TEST((contents(folder.path() / "a" / name) == contents(folder.path() / "b" / name)),
               name << " differs");
  // Nothing is left to do: nothing changes.
  const std::string before = contents(folder.path() / "b" / "checkpoint.bin");
  BOOST_TEST(run(options).history.size() == 6);
  BOOST_TEST((contents(folder.path() / "b" / "checkpoint.bin") == before));
}

BOOST_AUTO_TEST_CASE(a_torn_file_is_refused_wherever_it_is_torn) {
  const Workplace folder;
  const TrainOptions options = options_in(folder.path(), 1);
  (void)run(options);
  const fs::path path = folder.path() / "checkpoint.bin";
  const std::string whole = contents(path), metrics = contents(folder.path() / "metrics.jsonl");
  const auto write = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  };
  for (const std::size_t length :
       {0UL, 1UL, 10UL, 23UL, 26UL, 40UL, whole.size() / 2, whole.size() - 1}) {
    write(whole.substr(0, length));
    const std::string said = complaint_of(options);
    BOOST_TEST_INFO_SCOPE(length << " bytes: " << said);
    BOOST_TEST(toy::has(said, path.string() + ": "));
    BOOST_TEST(toy::has(said, "damaged"));
  }
  for (const std::size_t place : {30UL, whole.size() / 3, whole.size() - 2}) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 16);
    write(bytes);
    BOOST_TEST(toy::has(complaint_of(options), "its checksum is wrong"));
  }
  write(whole + "x");
  BOOST_TEST(toy::has(complaint_of(options), "its checksum is wrong"));
  write("{\"epoch\": 3}");
  BOOST_TEST(toy::has(complaint_of(options), "not a checkpoint of canon-lab"));
  BOOST_TEST((contents(folder.path() / "metrics.jsonl") == metrics)); // nothing was written
  write(whole);
  BOOST_TEST(complaint_of(options) == "no error");
}

BOOST_AUTO_TEST_CASE(another_runs_checkpoint_is_refused) {
  const Workplace folder;
  const TrainOptions options = options_in(folder.path(), 1);
  (void)run(options);
  TrainOptions other = options;
  other.adam.rate = 0.5;
  BOOST_TEST(toy::has(complaint_of(other), "the checkpoint of another run: it has 'rate 0.01' "
                                           "where this one has 'rate 0.5'"));
  other = options;
  other.seed = 99;
  BOOST_TEST(toy::has(complaint_of(other), "'seed 7' where this one has 'seed 99'"));
  other = options;
  other.model = "another";
  BOOST_TEST(toy::has(complaint_of(other), "'model toy' where this one has 'model another'"));
  // Another model of the same name; another data set; another scalar.
  const auto samples = toy::graphs(120, 21);
  nn::Pool pool(nn::Backend::cpu);
  const auto wide = toy::model(2, nn::HeadKind::wide);
  wide->parameters().place(pool, 5);
  auto two = samples;
  for (nn::GraphSample& sample : two)
    sample.target.push_back(0.0);
  BOOST_TEST(toy::has(
      toy::complaint([&] { (void)train(*wide, pool, two, toy::split(120), options); }),
      "'parameter head.2.weight 6 x 1' where this one has 'parameter head.2.weight 6 x 2'"));
  const auto model = toy::model(1, nn::HeadKind::wide);
  model->parameters().place(pool, 5);
  auto changed = samples;
  changed[0].target[0] += 1.0;
  BOOST_TEST(toy::has(
      toy::complaint([&] { (void)train(*model, pool, changed, toy::split(120), options); }),
      "it has 'train 72 graphs, checksum"));
  const auto fine = toy::model<double>();
  fine->parameters().place(pool, 5);
  BOOST_TEST(
      toy::has(toy::complaint([&] { (void)train(*fine, pool, samples, toy::split(120), options); }),
               "'scalar float' where this one has 'scalar double'"));
}

BOOST_AUTO_TEST_CASE(two_runs_do_not_share_a_folder) {
  const Workplace folder;
  const RunFolder mine(folder.path());
  BOOST_TEST(toy::has(complaint_of(options_in(folder.path(), 1)), "another run is writing to it"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made) {
  const Workplace folder;
  std::ofstream(folder.path() / "file") << "x";
  BOOST_CHECK_THROW((void)run(options_in(folder.path() / "file" / "run", 1)), WriteError);
}
