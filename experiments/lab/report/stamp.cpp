#include "report/stamp.hpp"

#include <array>
#include <cmath>
#include <ctime>
#include <thread>

#if __has_include("canon_commit.hpp")
#include "canon_commit.hpp"

#include <canon/base/blas_kernels.hpp>
#include <canon/base/text_table.hpp>
#else
#define CANON_COMMIT "unknown"
#endif

namespace canon::lab {
namespace {

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&time, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

std::string duration(double seconds) {
  if (seconds < 100.0) return short_number(seconds, 3) + " s";
  if (seconds < 6000.0) return short_number(std::round(seconds / 6.0) / 10.0, 3) + " min";
  return short_number(std::round(seconds / 360.0) / 10.0, 3) + " h";
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

} // namespace

Json make_stamp(double seconds, std::size_t threads) {
  return {{"commit", CANON_COMMIT},
          {"date", now()},
          {"compiler", compiler()},
          {"blas", blas_line()},
          {"host_threads", std::thread::hardware_concurrency()},
          {"threads", threads},
          {"seconds", std::round(seconds * 100.0) / 100.0}};
}

std::string stamp_line(const Json& stamp) {
  if (!stamp.is_object()) return {};
  return "commit " + stamp.value("commit", "unknown") + ", " + stamp.value("date", "unknown") +
         ", " + stamp.value("compiler", "unknown") + ", " + stamp.value("blas", "unknown") + ", " +
         counted(stamp.value("threads", std::size_t{0}), "thread") + " of " +
         std::to_string(stamp.value("host_threads", 0)) + ", " +
         duration(stamp.value("seconds", 0.0));
}

} // namespace canon::lab
