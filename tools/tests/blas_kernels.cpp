// The kernels of OpenBLAS that our programs run on: which are better, and starting anew with them.
#define BOOST_TEST_MODULE blas_kernels

#include "program.hpp"

#include <canon/base/blas_kernels.hpp>
#include <canon/blas.hpp>
#include <canon/generate.hpp>
#include <canon/spectrum.hpp>

#include <boost/test/unit_test.hpp>

#include <cstring>
#include <iostream>

using namespace canon;
namespace ut = boost::unit_test;

namespace {

constexpr CpuFeatures other_machine{}, sse{true}, avx{true, true}, avx2{true, true, true},
    avx512{true, true, true, true};

/// A shell line that runs another test case of this program in a process of its own.
std::string self(const std::string& test, const std::string& words = "") {
  return "'" + std::filesystem::read_symlink("/proc/self/exe").string() + "' --run_test=" + test +
         " -- " + words;
}

/// Whatever kernels the tests themselves are run with, here OpenBLAS chooses.
const std::string unset = "unset OPENBLAS_CORETYPE CANON_KEEP_BLAS_KERNEL; ";
const std::string keep = unset + "export CANON_KEEP_BLAS_KERNEL=1; ";

/// "OpenBLAS 0.3.21 Haswell" of the output of a program with --version.
std::string second_line(const std::string& text) {
  const std::size_t begin = text.find('\n') + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// What OpenBLAS chooses by itself.
std::string native_kernels() {
  const std::string line = second_line(run(keep + "canon --version").out);
  return line.substr(line.rfind(' ') + 1);
}

/// Some other set. Nothing is multiplied with it.
std::string another_than(const std::string& kernels) {
  return kernels == "Prescott" ? "Nehalem" : "Prescott";
}

bool without_a_choice() {
  if (blas_library().selectable) return false;
  BOOST_TEST_MESSAGE("skipped: this BLAS has no kernels to choose from: " << blas_library().str());
  return true;
}

} // namespace

BOOST_AUTO_TEST_CASE(its_threads_end_and_it_still_computes) {
  namespace fs = std::filesystem;
  if (without_a_choice() || !fs::exists("/proc/self/task")) return;
  use_one_blas_thread();
  end_blas_threads();
  end_blas_threads(); // there are none left
  const auto threads =
      std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator{});
  BOOST_TEST(threads == 1);
  const arma::mat ones(300, 300, arma::fill::ones);
  BOOST_TEST(arma::approx_equal(ones * ones, 300.0 * ones, "absdiff", 0.0));
}

BOOST_AUTO_TEST_CASE(a_set_below_the_processor_is_replaced) {
  struct Case {
    const char* current;
    CpuFeatures features;
    std::optional<std::string> better;
  };
  const std::vector<Case> cases = {
      {"Prescott", avx512, "SkylakeX"}, // a Xeon newer than OpenBLAS
      {"Prescott", avx2, "Haswell"},
      {"Prescott", avx, "Sandybridge"},
      {"Prescott", sse, std::nullopt},
      {"Core2", avx2, "Haswell"},
      {"Nehalem", avx, "Sandybridge"},
      {"Barcelona", avx2, "Haswell"}, // an AMD newer than OpenBLAS
      {"Bulldozer", avx, std::nullopt},
      {"Sandybridge", avx, std::nullopt},
      {"Sandybridge", avx2, "Haswell"},
      {"Steamroller", avx2, "Haswell"},
      {"Haswell", avx2, std::nullopt},
      {"Zen", avx2, std::nullopt}, // of the same class as Haswell
      {"Excavator", avx2, std::nullopt},
      {"Haswell", avx512, "SkylakeX"},
      {"Zen", avx512, "SkylakeX"},
      {"SkylakeX", avx512, std::nullopt},
      {"Cooperlake", avx512, std::nullopt},
      {"SkylakeX", avx2, std::nullopt}, // never downwards
      {"Haswell", sse, std::nullopt},
      {"PRESCOTT", avx2, "Haswell"},            // some builds spell their core in capitals
      {"SapphireRapids", avx512, std::nullopt}, // of a later OpenBLAS: not ours to judge
      {"", avx512, std::nullopt},
      {"Unknown", avx2, std::nullopt},
      {"armv8", other_machine, std::nullopt},
      // AVX-512 or AVX2 alone, as a virtual machine may show them, is not enough.
      {"Prescott", {true, false, false, true}, std::nullopt},
      {"Prescott", {true, true, false, true}, "Sandybridge"},
      {"Prescott", {true, false, true, false}, std::nullopt},
  };
  for (const Case& c : cases)
    BOOST_TEST_CONTEXT(c.current << ", AVX " << c.features.avx << ", AVX2 " << c.features.avx2
                                 << ", AVX-512 " << c.features.avx512) {
      BOOST_TEST((better_kernels(c.current, c.features) == c.better));
    }
}

BOOST_AUTO_TEST_CASE(the_library_says_what_it_is) {
  // Something must be solved, or the linker leaves the BLAS out of this program.
  BOOST_TEST(solve_spectrum(path_graph(3), GraphOperator::laplacian).spaces.size() == 3U);
  const BlasLibrary blas = blas_library();
  BOOST_TEST_MESSAGE(blas.str());
  BOOST_TEST((blas.name.starts_with("OpenBLAS ") || blas.name.starts_with("BLAS unknown")));
  BOOST_TEST(blas.str().starts_with(blas.name));
  BOOST_TEST((blas.kernels.empty() || blas.str() == blas.name + " " + blas.kernels));
  BOOST_TEST((!blas.selectable || !blas.kernels.empty()));
  BOOST_TEST(BlasLibrary{}.str() == "BLAS unknown");
}

BOOST_AUTO_TEST_CASE(the_version_names_the_kernels) {
  const Ran ran = run("canon --version");
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(ran.out.starts_with("canon "));
  BOOST_TEST(second_line(ran.out).starts_with(blas_library().name));
  if (without_a_choice()) return;
  // A choice of the user's is obeyed, however slow.
  const Ran slow = run("OPENBLAS_CORETYPE=Prescott canon --version");
  BOOST_TEST(second_line(slow.out) == blas_library().name + " Prescott");
}
BOOST_AUTO_TEST_CASE(the_program_chooses_only_where_openblas_chose_badly) {
  if (without_a_choice()) return;
  const std::string native = native_kernels();
  const std::string line = second_line(run(unset + "canon --version").out);
  BOOST_TEST_MESSAGE("OpenBLAS itself: " << native << "; canon: " << line);
  std::string expected = blas_library().name + " " + native;
  if (const std::optional<std::string> better = better_kernels(native, cpu_features()))
    expected = blas_library().name + " " + *better + " (chosen by canon; OpenBLAS itself chose " +
               native + ")";
  BOOST_TEST(line == expected);
}

#ifdef CANON_UNKNOWING_OPENBLAS
BOOST_AUTO_TEST_CASE(a_processor_newer_than_openblas_gets_its_kernels) {
  if (without_a_choice()) return;
  const std::string preload = "export LD_PRELOAD='" CANON_UNKNOWING_OPENBLAS "'; ";
  const std::string slow = blas_library().name + " Prescott";
  if (second_line(run(keep + preload + "canon --version").out) != slow) {
    BOOST_TEST_MESSAGE("skipped: OpenBLAS is part of the program, so that nothing goes before it");
    return;
  }
  const std::optional<std::string> better = better_kernels("Prescott", cpu_features());
  const std::string expected = better ? blas_library().name + " " + *better +
                                            " (chosen by canon; OpenBLAS itself chose Prescott)"
                                      : slow;
  BOOST_TEST(second_line(run(unset + preload + "canon --version").out) == expected);
  // Input, output and exit code are those of the program that runs in the end.
  const Ran ran = run(unset + preload +
                      "canon generate cycle n=5 | canon convert - - --from graph6 --to graph6");
  BOOST_TEST(ran.out == "Dhc\n");
  BOOST_TEST(ran.err == "");
  BOOST_TEST(run(unset + preload + "canon no-such-command").code == 2);
}
#endif

BOOST_AUTO_TEST_CASE(a_restart_keeps_arguments_and_input_and_happens_once) {
  if (without_a_choice()) return;
  const std::string native = native_kernels(), other = another_than(native);
  const Ran ran = run(keep + "printf 'first\\nsecond\\n' | " +
                      self("restarting", other + " 'one two' '' --three"));
  BOOST_TEST(ran.code == 0);
  BOOST_TEST_MESSAGE(ran.out);
  BOOST_TEST(ran.out.find("blas: " + blas_library().name + " " + other +
                          " (chosen by canon; OpenBLAS itself chose " + native + ")\n") !=
             std::string::npos);
  BOOST_TEST(ran.out.find("arguments: [" + other + "] [one two] [] [--three]\n") !=
             std::string::npos);
  BOOST_TEST(ran.out.find("input: first\n") != std::string::npos);
  // Neither variable is left for the programs that this one may start.
  BOOST_TEST(ran.out.find("environment: \n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_restart_that_openblas_ignores_is_not_repeated) {
  if (without_a_choice()) return;
  // A second start as it is where OpenBLAS does not have the wanted set: whatever it then takes,
  // even if it is the slowest, there is no third.
  for (const std::string taken : {"Nosuch", "Prescott"}) {
    const Ran ran =
        run(unset + "export CANON_BLAS_RESTARTED_FROM=Prescott OPENBLAS_CORETYPE=" + taken +
            "; echo first | " + self("starting_normally"));
    BOOST_TEST(ran.code == 0);
    BOOST_TEST(ran.out.find("environment: \n") != std::string::npos);
    if (taken == "Prescott")
      BOOST_TEST(ran.out.find("blas: " + blas_library().name + " Prescott\n") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_program_run_by_the_dynamic_linker_is_left_alone) {
  const std::string linker = "/lib64/ld-linux-x86-64.so.2";
  if (without_a_choice()) return;
  if (!std::filesystem::exists(linker)) {
    BOOST_TEST_MESSAGE("skipped: no " << linker);
    return;
  }
  const std::string other = another_than(native_kernels());
  const Ran ran = run(keep + "echo first | " + linker + " " + self("restarting", other));
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(ran.out.find("chosen by canon") == std::string::npos);
  BOOST_TEST(ran.out.find("arguments: [" + other + "]\n") != std::string::npos);
}

// What the other processes do.

namespace {

char** all_arguments() {
  // Boost.Test has taken its own from argv; /proc has them all, and they live as long as we do.
  static std::string text = contents("/proc/self/cmdline");
  static std::vector<char*> words;
  words.clear();
  for (std::size_t i = 0; i < text.size(); i += std::strlen(&text[i]) + 1)
    words.push_back(&text[i]);
  words.push_back(nullptr);
  return words.data();
}

void print_all() {
  const auto& suite = ut::framework::master_test_suite();
  std::string line;
  std::cout << "blas: " << blas_line() << "\narguments:";
  for (int i = 1; i < suite.argc; ++i)
    std::cout << " [" << suite.argv[i] << "]";
  std::getline(std::cin, line);
  std::cout << "\ninput: " << line << "\nenvironment: ";
  for (const char* variable : {"OPENBLAS_CORETYPE", "CANON_BLAS_RESTARTED_FROM"})
    if (const char* const value = std::getenv(variable)) std::cout << variable << "=" << value;
  std::cout << std::endl;
}

} // namespace

BOOST_AUTO_TEST_CASE(restarting, *ut::disabled()) {
  const bool first = std::getenv("CANON_BLAS_RESTARTED_FROM") == nullptr;
  use_best_kernels(all_arguments());
  const auto& suite = ut::framework::master_test_suite();
  if (first) restart_with_kernels(all_arguments(), suite.argv[1]);
  print_all();
}

BOOST_AUTO_TEST_CASE(starting_normally, *ut::disabled()) {
  use_best_kernels(all_arguments());
  print_all();
}
