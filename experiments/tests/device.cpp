#define BOOST_TEST_MODULE device
#include "device/backend.hpp"
#include "device/error.hpp"
#include "device/gemm.hpp"
#include "device/pool.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

using namespace canon::nn;

namespace {

/// What a command prints on either stream, and its exit code.
struct Outcome {
  std::string text;
  int status = -1;
};

Outcome run(const std::string& command) {
  Outcome outcome;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  BOOST_REQUIRE(pipe != nullptr);
  std::array<char, 256> buffer{};
  while (fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr)
    outcome.text += buffer.data();
  outcome.status = pclose(pipe);
  return outcome;
}

std::string message_of(const std::string& wanted) {
  try {
    static_cast<void>(choose_backend(wanted));
  } catch (const canon::ArgumentError& error) {
    return error.what();
  }
  return "";
}

} // namespace

BOOST_AUTO_TEST_CASE(a_backend_is_chosen_or_refused_in_one_line) {
  BOOST_TEST((choose_backend("cpu") == Backend::cpu));
  BOOST_TEST((choose_backend("auto") == Backend::cuda) == cuda_device_found());
  BOOST_TEST(message_of("gpu") == "device: expected cpu, cuda or auto, got 'gpu'");
  BOOST_TEST(name(Backend::cpu) == "cpu");
  BOOST_TEST(name(Backend::cuda) == "cuda");
  if (cuda_device_found()) {
    BOOST_TEST((choose_backend("cuda") == Backend::cuda));
    BOOST_TEST(describe(Backend::cuda).starts_with("cuda, "));
    return;
  }
  const std::string why = message_of("cuda");
  BOOST_TEST_MESSAGE("skipped: a CUDA device (" << why << ")");
  BOOST_TEST(why.starts_with("device cuda: "));
  BOOST_TEST(why.find('\n') == std::string::npos);
  BOOST_TEST((why.find("built without CUDA") == std::string::npos) == built_with_cuda());
  BOOST_TEST(message_of("cuda") == why); // asked again, the same answer
}

BOOST_AUTO_TEST_CASE(the_program_starts_without_a_word_about_devices) {
  for (const std::string option : {"--version", "--help"}) {
    const Outcome outcome = run(std::string(CANON_LAB) + " " + option);
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.text.starts_with("canon-lab "));
    for (const std::string word : {"CUDA", "cuBLAS", "cublas", "driver", "error"})
      BOOST_TEST(outcome.text.find(word) == std::string::npos, option << " says " << word);
  }
}

BOOST_AUTO_TEST_CASE(threads_are_counted_from_one) {
  use_threads(1);
  BOOST_TEST(describe(Backend::cpu) == "cpu, 1 thread");
  use_threads(3);
  BOOST_TEST(describe(Backend::cpu) == "cpu, 3 threads");
  use_threads(0);
  BOOST_TEST(threads() >= 1);
}

BOOST_AUTO_TEST_CASE(a_pool_hands_out_again_what_it_was_given) {
  Pool pool(Backend::cpu);
  BOOST_TEST(pool.take(0) == nullptr);
  BOOST_TEST(pool.allocations() == 0U);
  void* const first = pool.take(1000);
  BOOST_TEST(reinterpret_cast<std::uintptr_t>(first) % 64 == 0U);
  void* const second = pool.take(1000);
  BOOST_TEST(first != second);
  BOOST_TEST(pool.allocations() == 2U);
  pool.give(second, 1000);
  pool.give(first, 1000);
  BOOST_TEST(pool.take(1000) == first); // the last one given back
  BOOST_TEST(pool.take(990) == second); // of about the same size
  BOOST_TEST(pool.allocations() == 2U);
  pool.give(first, 1000);
  pool.give(second, 990);
}

BOOST_AUTO_TEST_CASE(a_pool_wastes_at_most_a_fifth_and_reports_its_peak) {
  for (const std::size_t bytes : {1025U, 4097U, 5000U, 1000001U, 123456789U}) {
    Pool pool(Backend::cpu);
    void* const block = pool.take(bytes);
    BOOST_TEST(pool.peak_bytes() >= bytes);
    BOOST_TEST(static_cast<double>(pool.peak_bytes()) <= 1.26 * static_cast<double>(bytes));
    pool.give(block, bytes);
  }
  Pool pool(Backend::cpu);
  { const Array<double> a(pool, 512), b(pool, 512); }
  BOOST_TEST(pool.peak_bytes() == 2 * 512 * sizeof(double));
  pool.forget_peak();
  BOOST_TEST(pool.peak_bytes() == 0U);
  const Array<double> c(pool, 512);
  BOOST_TEST(pool.peak_bytes() == 512 * sizeof(double));
  BOOST_TEST(pool.allocations() == 2U);
}

BOOST_AUTO_TEST_CASE(blocks_of_a_pool_do_not_overlap) {
  Pool pool(Backend::cpu);
  // Small ones that share slabs and outgrow several, one just too large for that, and a large one.
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (const std::size_t size : {1000U, 700000U, 1900000U, 64U, 3000000U, 2097152U, 1500000U})
    for (int i = 0; i < 5; ++i) {
      auto* const block = static_cast<unsigned char*>(pool.take(size));
      BOOST_TEST(reinterpret_cast<std::uintptr_t>(block) % 64 == 0U);
      std::fill_n(block, size, static_cast<unsigned char>(blocks.size()));
      blocks.emplace_back(block, size);
    }
  for (std::size_t i = 0; i < blocks.size(); ++i)
    BOOST_TEST((std::count(blocks[i].first, blocks[i].first + blocks[i].second,
                           static_cast<unsigned char>(i)) ==
                static_cast<std::ptrdiff_t>(blocks[i].second)),
               "block " << i);
  for (const auto& [block, size] : blocks)
    pool.give(block, size);
}

BOOST_AUTO_TEST_CASE(an_array_gives_its_block_back_once) {
  Pool pool(Backend::cpu);
  {
    Array<int> a(pool, 100);
    int* const data = a.data();
    Array<int> b(std::move(a));
    BOOST_TEST(b.data() == data);
    Array<int> c;
    c = std::move(b);
    BOOST_TEST(c.data() == data);
  }
  pool.forget_peak();
  BOOST_TEST(pool.peak_bytes() == 0U);
  const Array<int> again(pool, 100), other(pool, 100);
  BOOST_TEST(again.data() != other.data());
}

BOOST_AUTO_TEST_CASE(what_goes_to_a_backend_comes_back) {
  std::vector<Backend> backends = {Backend::cpu};
  if (cuda_device_found())
    backends.push_back(Backend::cuda);
  else
    BOOST_TEST_MESSAGE("skipped: copies to a CUDA device, there is none");
  for (const Backend backend : backends) {
    Pool pool(backend);
    const std::vector<float> values = {1, -2, 3.5F};
    const Array<float> array = array_of(pool, values);
    std::vector<float> back(3);
    copy_to_host(backend, back.data(), array.data(), 3 * sizeof(float));
    BOOST_TEST(back == values);
    fill_zero(backend, array.data(), 2 * sizeof(float));
    copy_to_host(backend, back.data(), array.data(), 3 * sizeof(float));
    BOOST_TEST(back == (std::vector<float>{0, 0, 3.5F}));
  }
}

BOOST_AUTO_TEST_CASE(gemm_multiplies_rows_on_every_backend) {
  std::vector<Backend> backends = {Backend::cpu};
  if (cuda_device_found())
    backends.push_back(Backend::cuda);
  else
    BOOST_TEST_MESSAGE("skipped: gemm on a CUDA device, there is none");
  // C = A B + C with whole numbers, so that every order of the sums gives the same bits.
  constexpr std::int64_t m = 3, n = 5, k = 4;
  const auto entry = [](std::int64_t i, std::int64_t j, std::int64_t salt) {
    return static_cast<double>((7 * i + 3 * j + salt) % 11 - 5);
  };
  for (const Backend backend : backends)
    for (const bool left : {false, true})
      for (const bool right : {false, true}) {
        std::vector<double> a(m * k), b(k * n), c(m * n, 2.0), expected(m * n, 2.0);
        for (std::int64_t i = 0; i < m; ++i)
          for (std::int64_t l = 0; l < k; ++l)
            a[static_cast<std::size_t>(left ? l * m + i : i * k + l)] = entry(i, l, 1);
        for (std::int64_t l = 0; l < k; ++l)
          for (std::int64_t j = 0; j < n; ++j)
            b[static_cast<std::size_t>(right ? j * k + l : l * n + j)] = entry(l, j, 2);
        for (std::int64_t i = 0; i < m; ++i)
          for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t l = 0; l < k; ++l)
              expected[static_cast<std::size_t>(i * n + j)] += entry(i, l, 1) * entry(l, j, 2);
        Pool pool(backend);
        const Array<double> x = array_of(pool, a), y = array_of(pool, b), z = array_of(pool, c);
        gemm(pool, m, n, k, Operand<double>{x.data(), left ? m : k, left},
             Operand<double>{y.data(), right ? k : n, right}, z.data(), n, true);
        copy_to_host(backend, c.data(), z.data(), c.size() * sizeof(double));
        BOOST_TEST(c == expected, name(backend) << ", transposed: " << left << " " << right);
      }
}
