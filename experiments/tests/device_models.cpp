#define BOOST_TEST_MODULE device_models
#include "device_training.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <type_traits>

/// Training of every model of the paper's table for ZINC on the CPU and on a device, a real or an
/// emulated one, each on its own from the same start; device_steps.cpp compares step by step.
/// CANON_DEVICE_STEPS sets how many steps (2).
namespace {

using namespace canon;
using nn::Backend;
using nn::test::Training;
using nn::test::training_seed;

int steps() {
  const char* const wanted = std::getenv("CANON_DEVICE_STEPS");
  return wanted != nullptr ? std::atoi(wanted) : 2;
}

template <typename T>
struct Trained {
  std::vector<double> losses;
  std::vector<T> values;
};

template <typename T>
Trained<T> trained(Backend backend, const nn::PaperSetting& setting, int count,
                   bool moved = false) {
  Training<T> training(backend, setting, 1.0, moved);
  if constexpr (std::is_same_v<T, double>)
    if (moved) training.values = nn::test::moved(training.values, 0);
  Trained<T> result;
  for (int i = 0; i < count; ++i) {
    result.losses.push_back(training.pass(i));
    training.move();
  }
  result.values =
      training.session->on_device() ? training.model->parameters().values() : training.values;
  return result;
}

/// The largest relative difference of the first `count` losses.
double apart(const std::vector<double>& a, const std::vector<double>& b, std::size_t count) {
  double worst = 0.0;
  for (std::size_t i = 0; i < std::min(count, a.size()); ++i)
    worst = std::isnan(a[i]) ? HUGE_VAL : std::max(worst, std::abs(a[i] - b[i]) / b[i]);
  return worst;
}

bool skipped() {
  if (nn::cuda_device_found()) return false;
  BOOST_TEST_MESSAGE("skipped: no CUDA device answers on this machine");
  return true;
}

} // namespace

/// In double, and the first two steps: after these rounding may have grown to anything. How far it
/// does shows beside it, by the CPU against itself with every number of the start moved by a
/// rounding error and the nodes in reverse order.
BOOST_AUTO_TEST_CASE(losses_agree_with_the_cpu) {
  if (skipped()) return;
  BOOST_TEST(nn::test::zinc_rows().size() == 13U);
  for (const nn::PaperSetting* setting : nn::test::zinc_rows()) {
    const auto host = trained<double>(Backend::cpu, *setting, steps());
    const auto device = trained<double>(Backend::cuda, *setting, steps());
    const auto twin = trained<double>(Backend::cpu, *setting, steps(), true);
    const std::size_t all = host.losses.size();
    BOOST_TEST_MESSAGE(setting->row << ": " << steps() << " steps, losses differ by "
                                    << apart(device.losses, host.losses, all)
                                    << ", those of the CPU from its own by "
                                    << apart(twin.losses, host.losses, all));
    BOOST_TEST(apart(device.losses, host.losses, 2) < 1e-10,
               setting->row << ", seed " << training_seed);
  }
}

BOOST_AUTO_TEST_CASE(floats_agree_with_the_cpu_and_repeat_to_the_bit) {
  if (skipped()) return;
  for (const nn::PaperSetting* setting : nn::test::zinc_rows()) {
    const auto host = trained<float>(Backend::cpu, *setting, 1);
    const auto device = trained<float>(Backend::cuda, *setting, 2),
               again = trained<float>(Backend::cuda, *setting, 2);
    BOOST_TEST(std::abs(host.losses[0] - device.losses[0]) < 1e-4 * (1.0 + host.losses[0]),
               setting->row << ": " << host.losses[0] << " and " << device.losses[0] << ", seed "
                            << training_seed);
    BOOST_TEST(device.losses == again.losses);
    BOOST_TEST(std::memcmp(device.values.data(), again.values.data(),
                           device.values.size() * sizeof(float)) == 0,
               setting->row << ", seed " << training_seed);
  }
}
