#define BOOST_TEST_MODULE device_models
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"
#include "molecule.hpp"
#include "train/session.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <cstring>

/// Training steps of every model of the paper's table for ZINC, on the CPU and on a device, a real
/// or an emulated one. CANON_DEVICE_STEPS sets how many (2).
namespace {

using namespace canon;
using nn::Backend;

constexpr std::uint64_t seed = 7;
constexpr std::size_t batch = 3;

int steps() {
  const char* const wanted = std::getenv("CANON_DEVICE_STEPS");
  return wanted != nullptr ? std::atoi(wanted) : 2;
}

std::vector<const nn::PaperSetting*> rows() {
  std::vector<const nn::PaperSetting*> all;
  for (const nn::PaperSetting& setting : nn::paper_settings())
    if (setting.benchmark == nn::Benchmark::zinc && setting.printed) all.push_back(&setting);
  return all;
}

template <typename T>
struct Trained {
  std::vector<double> losses;
  std::vector<T> values;
};

template <typename T>
Trained<T> trained(Backend backend, const nn::PaperSetting& setting, int count) {
  Rng rng = trial_rng(seed, 0);
  std::vector<nn::GraphSample> samples;
  lab::Split split;
  for (std::size_t g = 0; g < 2 * batch; ++g) {
    samples.push_back(nn::test::molecule(rng, static_cast<int>(setting.options.encoding)));
    split.train.push_back(g);
  }
  lab::TrainOptions options;
  options.loss = lab::Loss::l1;
  options.score = lab::Score::mae;
  options.batch_size = batch;
  options.clip_norm = 1.0;
  nn::Pool pool(backend);
  const auto model = nn::make_model<T>(setting.options);
  model->parameters().place(pool, 1);
  lab::Session<T> session(*model, pool, samples, split, options);
  std::vector<T> x = session.start(), gradient(x.size());
  Trained<T> result;
  for (int i = 0; i < count; ++i) {
    result.losses.push_back(session.step(x.data(), (i % 2) * batch, gradient.data()));
    if (session.on_device())
      session.move(session.rate());
    else
      lab::adam_step(session.adam(), options.adam, session.rate(), x.data(), gradient.data(),
                     x.size());
  }
  result.values = session.on_device() ? model->parameters().values() : x;
  return result;
}

bool skipped() {
  if (nn::cuda_device_found()) return false;
  BOOST_TEST_MESSAGE("skipped: no CUDA device answers on this machine");
  return true;
}

} // namespace

/// In double, where a step's rounding has not grown to anything that could hide an error.
BOOST_AUTO_TEST_CASE(losses_agree_with_the_cpu) {
  if (skipped()) return;
  BOOST_TEST(rows().size() == 13U);
  for (const nn::PaperSetting* setting : rows()) {
    const auto host = trained<double>(Backend::cpu, *setting, steps());
    const auto device = trained<double>(Backend::cuda, *setting, steps());
    double worst = 0.0;
    for (std::size_t i = 0; i < host.losses.size(); ++i)
      worst = std::max(worst, std::abs(host.losses[i] - device.losses[i]) / host.losses[i]);
    BOOST_TEST_MESSAGE(setting->row << ": " << steps() << " steps, losses differ by " << worst);
    BOOST_TEST(worst < 1e-7, setting->row << ", seed " << seed);
  }
}

BOOST_AUTO_TEST_CASE(floats_agree_with_the_cpu_and_repeat_to_the_bit) {
  if (skipped()) return;
  for (const nn::PaperSetting* setting : rows()) {
    const auto host = trained<float>(Backend::cpu, *setting, 1);
    const auto device = trained<float>(Backend::cuda, *setting, 2),
               again = trained<float>(Backend::cuda, *setting, 2);
    BOOST_TEST(std::abs(host.losses[0] - device.losses[0]) < 1e-4 * (1.0 + host.losses[0]),
               setting->row << ": " << host.losses[0] << " and " << device.losses[0] << ", seed "
                            << seed);
    BOOST_TEST(device.losses == again.losses);
    BOOST_TEST(std::memcmp(device.values.data(), again.values.data(),
                           device.values.size() * sizeof(float)) == 0,
               setting->row << ", seed " << seed);
  }
}
