#define BOOST_TEST_MODULE device_counts
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"
#include "molecule.hpp"
#include "train/session.hpp"
#include "workplace.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

/// What one training step asks of a device, counted by the emulation (tools/cuda_emulation):
/// nothing else here has them. CANON_COUNT_GRAPHS sets the size of the batch (16); docs/cuda.md has
/// 128.
// NOLINTBEGIN(bugprone-reserved-identifier): weak, so that the program links without the emulation
extern "C" {
__attribute__((weak)) void cuda_emulation_forget();
__attribute__((weak)) void cuda_emulation_report();
}
// NOLINTEND(bugprone-reserved-identifier)

namespace {

using namespace canon;
using nlohmann::json;

double number(const json& kernel, const char* what) {
  return kernel.at(what).get<double>();
}

std::string short_name(std::string name) {
  for (const std::string gone : {"canon::nn::cuda::", "canon::nn::kernel::", "canon::nn::", "void ",
                                 "(anonymous namespace)::"})
    for (std::size_t at = 0; (at = name.find(gone)) != std::string::npos;)
      name.erase(at, gone.size());
  return name.substr(0, name.find('('));
}

/// The third step of a run: those before have asked for all memory.
json counts_of_a_step(const nn::PaperSetting& setting, std::size_t graphs) {
  static const lab::Workplace place; // the emulation looks at the name once
  const std::string path = place / "counts.json";
  setenv("EMULATION_COUNT", "1", 1);
  setenv("EMULATION_JSON", path.c_str(), 1);
  Rng rng = trial_rng(1, 0);
  std::vector<nn::GraphSample> samples;
  lab::Split split;
  for (std::size_t g = 0; g < 4 * graphs; ++g) {
    samples.push_back(nn::test::molecule(rng, static_cast<int>(setting.options.encoding)));
    split.train.push_back(g);
  }
  lab::TrainOptions options;
  options.loss = lab::Loss::l1;
  options.score = lab::Score::mae;
  options.batch_size = graphs;
  nn::Pool pool(nn::Backend::cuda);
  const auto model = nn::make_model<float>(setting.options);
  model->parameters().place(pool, 1);
  lab::Session<float> session(*model, pool, samples, split, options);
  std::vector<float> x = session.start(), gradient(x.size());
  const auto step = [&](std::size_t first) {
    const double loss = session.step(x.data(), first, gradient.data());
    BOOST_TEST(std::isfinite(loss));
    session.move(session.rate());
  };
  step(0);
  step(graphs);
  cuda_emulation_forget();
  step(2 * graphs); // and the last batch is prepared meanwhile
  cuda_emulation_report();
  const json counts = json::parse(lab::contents(path));
  return counts;
}

bool skipped() {
  if (cuda_emulation_forget != nullptr) return false;
  BOOST_TEST_MESSAGE("skipped: not built with the emulated CUDA device");
  return true;
}

std::size_t graphs_wanted() {
  const char* const wanted = std::getenv("CANON_COUNT_GRAPHS");
  return wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 16;
}

/// Prints the counts of a row of the paper's table for ZINC, the largest kernels first, and checks
/// what holds for every network; returns them with the sum of the bytes.
std::pair<json, double> frugal_step(const std::string& row) {
  const std::size_t graphs = graphs_wanted();
  const json all = counts_of_a_step(nn::paper_setting(nn::Benchmark::zinc, row), graphs);
  std::vector<json> kernels = all.at("kernels");
  std::sort(kernels.begin(), kernels.end(),
            [](const json& a, const json& b) { return number(a, "bytes") > number(b, "bytes"); });
  double bytes = 0.0;
  for (const json& kernel : kernels)
    bytes += number(kernel, "bytes");
  std::printf("one step of %s, %zu graphs: %.0f launches, %.0f products (%.3g flops), "
              "%.0f uploads (%.0f bytes), %.0f downloads (%.0f bytes), %.3f GB in kernels\n",
              row.c_str(), graphs, number(all, "launches"), number(all, "products"),
              number(all, "flops"), number(all, "uploads"), number(all, "uploaded_bytes"),
              number(all, "downloads"), number(all, "downloaded_bytes"), bytes * 1e-9);
  std::printf("%8s %9s %9s %8s %8s  %s\n", "launches", "threads", "MB", "sectors", "longest",
              "kernel (threads per launch, sectors per request, loads of the longest thread)");
  for (const json& kernel : kernels) {
    const double sectors = number(kernel, "sectors") / std::max(1.0, number(kernel, "requests"));
    const std::string name = short_name(kernel.at("name"));
    std::printf("%8.0f %9.0f %9.2f %8.1f %8.0f  %s\n", number(kernel, "launches"),
                number(kernel, "threads") / number(kernel, "launches"),
                number(kernel, "bytes") * 1e-6, sectors, number(kernel, "longest"), name.c_str());
    BOOST_TEST(number(kernel, "narrow") == 0.0, name << " loads or stores single bytes");
    BOOST_TEST(number(kernel, "longest") <= 64.0, row << ": " << name);
    if (number(kernel, "bytes") > 0.01 * bytes) BOOST_TEST(sectors <= 6.0, row << ": " << name);
  }
  BOOST_TEST(number(all, "uploads") <= 1.0);
  BOOST_TEST(number(all, "downloads") <= 1.0);
  BOOST_TEST(number(all, "downloaded_bytes") <= 16.0);
  BOOST_TEST(number(all, "allocations") == 0.0);
  return {all, bytes};
}

} // namespace

BOOST_AUTO_TEST_CASE(a_step_of_gatedgcn_is_frugal) {
  if (skipped()) return;
  const auto [all, bytes] = frugal_step("gatedgcn-none");
  BOOST_TEST(number(all, "launches") <= 200.0);
  // 32 bytes per parameter, for Adam and the norm; the rest grows with the batch.
  const double fixed = 32.0 * 504309;
  BOOST_TEST(bytes <= fixed + (1.3e9 - fixed) * static_cast<double>(graphs_wanted()) / 128.0);
}

/// CANON_COUNT_ROWS: which other rows, with commas between.
BOOST_AUTO_TEST_CASE(so_are_those_of_other_networks) {
  if (skipped()) return;
  const char* const wanted = std::getenv("CANON_COUNT_ROWS");
  std::istringstream rows(wanted != nullptr ? wanted : "pna-none,san-none,graphit-none");
  for (std::string row; std::getline(rows, row, ',');)
    frugal_step(row);
}
