#define BOOST_TEST_MODULE device_runs
#include "device/backend.hpp"
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

/// The program itself on a device, a real or an emulated one.
namespace {

using namespace canon::lab;

struct Outcome {
  std::string text;
  int code = -1;
};

Outcome run(const std::string& arguments, const std::string& environment = "") {
  Outcome outcome;
  FILE* const pipe =
      popen((environment + " " + CANON_LAB + " " + arguments + " 2>&1").c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  std::array<char, 256> buffer{};
  while (fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr)
    outcome.text += buffer.data();
  outcome.code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

bool skipped() {
  if (canon::nn::cuda_device_found()) return false;
  BOOST_TEST_MESSAGE("skipped: no CUDA device answers on this machine");
  return true;
}

const std::string exp_run = "run exp --pairs 6 --epochs 1 --folds 3 --only-folds 1 --rows gin";

} // namespace

BOOST_AUTO_TEST_CASE(exp_trains_on_the_device) {
  if (skipped()) return;
  const Workplace place;
  const Outcome outcome = run(exp_run + " --device cuda --out " + (place / "out"));
  BOOST_TEST(outcome.code == 0, outcome.text);
}

BOOST_AUTO_TEST_CASE(zinc_trains_on_the_device) {
  if (skipped()) return;
  const Workplace place;
  const Outcome outcome = run(
      "run zinc --quick --epochs 4 --rows gatedgcn-none --device cuda --out " + (place / "out"));
  BOOST_TEST(outcome.code == 0, outcome.text);
}

/// One line and the code for memory, after the pool has given back what it could.
BOOST_AUTO_TEST_CASE(a_full_device_ends_with_one_line_and_code_3) {
  if (skipped()) return;
  const Workplace place;
  const Outcome outcome =
      run(exp_run + " --device cuda --out " + (place / "out"), "EMULATION_MEMORY=36000000");
  if (outcome.code == 0) {
    BOOST_TEST_MESSAGE("skipped: the device's memory cannot be limited");
    return;
  }
  BOOST_TEST(outcome.code == 3, outcome.text);
  BOOST_TEST(outcome.text.find("not enough memory (CUDA: no ") != std::string::npos, outcome.text);
}

/// A device that a fault ended in the middle of a run (an emulated one can): one line, which names
/// the call that found out.
BOOST_AUTO_TEST_CASE(a_lost_device_ends_with_one_line) {
  if (skipped()) return;
  for (const std::string after : {"1", "2", "40", "400"}) {
    const Workplace place;
    const Outcome outcome =
        run(exp_run + " --quiet --device cuda --out " + (place / "out"), "EMULATION_LOST=" + after);
    if (outcome.code == 0) {
      BOOST_TEST_MESSAGE("skipped: the device cannot be lost on purpose");
      return;
    }
    BOOST_TEST(outcome.code == 3, "after " << after << ": " << outcome.text);
    BOOST_TEST(std::count(outcome.text.begin(), outcome.text.end(), '\n') == 1,
               "after " << after << ": " << outcome.text);
    BOOST_TEST(outcome.text.find(": CUDA: ") != std::string::npos, outcome.text);
  }
}

BOOST_AUTO_TEST_CASE(a_device_that_is_too_old_is_named_in_one_line) {
  if (skipped()) return;
  const Workplace place;
  const Outcome outcome =
      run(exp_run + " --quiet --device cuda --out " + (place / "out"), "EMULATION_OLD=1");
  if (outcome.code == 0) {
    BOOST_TEST_MESSAGE("skipped: the device is as it is");
    return;
  }
  BOOST_TEST(outcome.code == 2, outcome.text);
  BOOST_TEST(std::count(outcome.text.begin(), outcome.text.end(), '\n') == 1, outcome.text);
  BOOST_TEST(outcome.text.find("has compute capability 5.2, and this program holds no code") !=
                 std::string::npos,
             outcome.text);
}
