#define BOOST_TEST_MODULE device_steps
#include "device_training.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>

/// Twenty training steps of every model of the paper's table for ZINC in double, step by step from
/// the CPU's parameters and averages: two runs on their own would drift apart, because training
/// amplifies rounding (docs/cuda.md). CANON_DEVICE_STEPS sets how many.
namespace {

using namespace canon;
using nn::Backend;
using nn::test::Training;
using nn::test::training_seed;
using Numbers = std::vector<double>;

/// How much more than the twin's a difference may be. The twin is a run on the CPU with every
/// parameter moved by a rounding error and the nodes of the graphs in reverse order: what it shows
/// is the conditioning, by one draw of many.
constexpr double room = 16.0;
constexpr double unit = 0x1p-52;

int steps() {
  const char* const wanted = std::getenv("CANON_DEVICE_STEPS");
  return wanted != nullptr ? std::atoi(wanted) : 20;
}

double largest(const Numbers& values) {
  double most = 0.0;
  for (const double value : values)
    most = std::max(most, std::abs(value));
  return most;
}

/// As a share of the largest number.
double distance(const Numbers& a, const Numbers& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::isnan(a[i]) ? HUGE_VAL : std::max(most, std::abs(a[i] - b[i]));
  return most / largest(b);
}

double relative(double a, double b) {
  return std::isnan(a) ? HUGE_VAL : std::abs(a - b) / std::abs(b);
}

/// How far apart, and how far the twin is.
struct Off {
  double device = 0.0, twin = 0.0;

  /// Of the worst step.
  void keep(const Off& other) {
    if (other.device > device) *this = other;
  }
  [[nodiscard]] double ratio() const { return device / (room * unit + twin); }
};

/// Adam's step on the device from these averages, and the same on the host from the same gradient:
/// how far the parameters are apart, in units of their last place and of the step.
double adam_off(Training<double>& device, nn::BackendAdam<double>& on_device,
                const lab::AdamState<double>& before, const Numbers& values) {
  lab::AdamState<double> state = before;
  state.mean.resize(values.size());
  state.square.resize(values.size());
  on_device.set(state.mean, state.square);
  const double rate = device.session->rate();
  auto& parameters = device.model->parameters();
  lab::AdamState<double> counted = state;
  on_device.step(lab::next_factors(counted, device.options.adam, rate), parameters.gradient_data(),
                 parameters.values_data());
  Numbers expected = values, mean, square;
  lab::adam_step(state, device.options.adam, rate, expected.data(), device.gradient.data(),
                 expected.size());
  on_device.get(mean, square);
  const Numbers got = parameters.values();
  double worst = std::max(distance(mean, state.mean), distance(square, state.square)) / unit;
  for (std::size_t i = 0; i < got.size(); ++i)
    worst = std::max(worst, std::abs(got[i] - expected[i]) / (unit * (std::abs(got[i]) + rate)));
  return worst;
}

bool skipped() {
  if (nn::cuda_device_found()) return false;
  BOOST_TEST_MESSAGE("skipped: no CUDA device answers on this machine");
  return true;
}

} // namespace

BOOST_AUTO_TEST_CASE(every_step_agrees_from_the_same_state) {
  if (skipped()) return;
  BOOST_TEST(nn::test::zinc_rows().size() == 13U);
  for (const nn::PaperSetting* setting : nn::test::zinc_rows()) {
    Training<double> host(Backend::cpu, *setting, 0.0), twin(Backend::cpu, *setting, 0.0, true),
        device(Backend::cuda, *setting, 0.0);
    nn::BackendAdam<double> adam(device.pool, host.values.size());
    Off losses, gradients;
    for (int i = 0; i < steps(); ++i) {
      twin.values = nn::test::moved(host.values, i);
      device.model->parameters().set_values(host.values.data());
      const double loss = host.pass(i), shaken = twin.pass(i), other = device.pass(i);
      const Off off_loss{relative(other, loss), relative(shaken, loss)},
          off_gradient{distance(device.gradient, host.gradient),
                       distance(twin.gradient, host.gradient)};
      BOOST_TEST(off_loss.ratio() <= room,
                 setting->row << ", step " << i << ": losses differ by " << off_loss.device
                              << ", the twin's by " << off_loss.twin << ", seed " << training_seed);
      BOOST_TEST(off_gradient.ratio() <= room,
                 setting->row << ", step " << i << ": gradients differ by " << off_gradient.device
                              << ", the twin's by " << off_gradient.twin << ", seed "
                              << training_seed);
      const double adam_units = adam_off(device, adam, host.session->adam(), host.values);
      BOOST_TEST(adam_units <= 8.0, setting->row << ", step " << i << ", seed " << training_seed);
      losses.keep(off_loss);
      gradients.keep(off_gradient);
      host.move();
    }
    BOOST_TEST_MESSAGE(setting->row << ": " << steps() << " steps; worst loss " << losses.device
                                    << " (twin " << losses.twin << "), worst gradient "
                                    << gradients.device << " (twin " << gradients.twin << ")");
  }
}
