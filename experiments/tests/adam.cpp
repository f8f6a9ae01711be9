#define BOOST_TEST_MODULE adam
#include "train/adam.hpp"

#include "train/plateau.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace canon::lab;

namespace {

// fixtures/adam.py made it and says how.
nlohmann::json fixture() {
  std::ifstream file(std::filesystem::path(CANON_FIXTURES) / "adam.json");
  BOOST_REQUIRE(file);
  return nlohmann::json::parse(file);
}

template <typename T>
std::vector<T> run_adam(const AdamOptions& options, double clip_norm) {
  std::vector<T> x = {T(0.5), T(-0.25), T(1), T(-2), T(0.75)}, gradient(5);
  AdamState<T> state;
  for (int t = 0; t < 12; ++t) {
    for (int i = 0; i < 4; ++i)
      gradient[static_cast<std::size_t>(i)] = static_cast<T>(((7 * t + 3 * i) % 11 - 5) / 8.0);
    gradient[4] = 0;
    if (clip_norm > 0) clip(gradient.data(), 5, norm_of(gradient.data(), 5), clip_norm);
    adam_step(state, options, options.rate, x.data(), gradient.data(), 5);
  }
  return x;
}

} // namespace

BOOST_AUTO_TEST_CASE(steps_are_those_of_pytorch) {
  const nlohmann::json all = fixture(); // a temporary would not outlive the loop's head
  for (const auto& entry : all["adam"]) {
    AdamOptions options;
    options.rate = 0.01;
    options.weight_decay = entry["weight_decay"];
    options.epsilon = entry["epsilon"];
    const std::vector<double> fine = run_adam<double>(options, entry["clip"]);
    const std::vector<float> coarse = run_adam<float>(options, entry["clip"]);
    for (std::size_t i = 0; i < 5; ++i) {
      BOOST_TEST_INFO_SCOPE("weight decay " << options.weight_decay << ", parameter " << i);
      BOOST_TEST(std::abs(fine[i] - entry["double"][i].get<double>()) <= 4e-15);
      BOOST_TEST(std::abs(coarse[i] - entry["float"][i].get<float>()) <= 5e-7F);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_first_step_is_the_rate_whatever_the_gradient) {
  // mean / sqrt(square) is the sign after bias correction; epsilon shows where the gradient is as
  // small: 1e-8 / (1e-8 + 1e-8) is a half. ensmallen's own AdamUpdate gives 0.03.
  AdamState<double> state;
  std::vector<double> x = {0, 0, 0};
  const std::vector<double> gradient = {3.0, -1e-4, 1e-8};
  adam_step(state, {}, 0.1, x.data(), gradient.data(), 3);
  BOOST_TEST(x[0] == -0.1, boost::test_tools::tolerance(1e-8));
  BOOST_TEST(x[1] == 0.1, boost::test_tools::tolerance(2e-4));
  BOOST_TEST(x[2] == -0.05, boost::test_tools::tolerance(1e-8));
}

BOOST_AUTO_TEST_CASE(rates_are_those_of_pytorch) {
  const nlohmann::json plateau = fixture()["plateau"];
  PlateauOptions options;
  options.on = true;
  options.factor = 0.5;
  options.patience = 2;
  options.least_rate = 2e-4;
  Plateau state;
  double rate = 1e-3;
  for (std::size_t i = 0; i < plateau["losses"].size(); ++i) {
    rate = state.next_rate(options, rate, plateau["losses"][i]);
    BOOST_TEST_INFO_SCOPE("epoch " << i);
    BOOST_TEST(rate == plateau["rates"][i].get<double>(), boost::test_tools::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(clipping_shortens_and_keeps_the_direction) {
  std::vector<float> values = {3, 4};
  clip(values.data(), 2, norm_of(values.data(), 2), 1.0);
  BOOST_TEST(values[0] == 0.6F, boost::test_tools::tolerance(1e-5F));
  BOOST_TEST(values[1] == 0.8F, boost::test_tools::tolerance(1e-5F));
  clip(values.data(), 2, norm_of(values.data(), 2), 10.0);
  BOOST_TEST(values[0] == 0.6F, boost::test_tools::tolerance(1e-5F));
}
