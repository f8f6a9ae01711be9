#define BOOST_TEST_MODULE option_ranges
#include <canon/error.hpp>
#include <canon/option_ranges.hpp>

#include <boost/test/unit_test.hpp>

#include <functional>
#include <limits>

using namespace canon;

namespace {

std::string complaint(const std::function<void(CanonizeOptions&)>& change) {
  CanonizeOptions options;
  change(options);
  try {
    require_ranges(options);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

} // namespace

BOOST_AUTO_TEST_CASE(what_is_within_its_range_passes) {
  BOOST_TEST(complaint([](CanonizeOptions&) {}) == "");
  for (const double c : {-1e6, 0.0, 1e6})
    BOOST_TEST(complaint([&](CanonizeOptions& o) { o.c = c; }) == "");
  for (const double t : {0.0, 1e-17, 0.5})
    BOOST_TEST(complaint([&](CanonizeOptions& o) { o.tolerance = {t, t, t}; }) == "");
}

BOOST_AUTO_TEST_CASE(the_message_names_the_condition) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  BOOST_TEST(complaint([](CanonizeOptions& o) { o.c = 1e9; }) ==
             "expected |c| <= 1e+06, got c = 1e+09");
  for (const double c : {-1e7, infinite, -infinite, nan})
    BOOST_TEST(complaint([&](CanonizeOptions& o) { o.c = c; }).starts_with("expected |c| <= "));
  BOOST_TEST(complaint([](CanonizeOptions& o) { o.max_nodes = 0; }) ==
             "expected max_nodes >= 1, got 0");
  for (const double t : {-1e-9, infinite, nan}) {
    BOOST_TEST(complaint([&](CanonizeOptions& o) {
                 o.tolerance.eigenvalue = t;
               }).starts_with("expected a finite tolerance eigenvalue >= 0, got "));
    BOOST_TEST(complaint([&](CanonizeOptions& o) {
                 o.tolerance.length = t;
               }).starts_with("expected a finite tolerance length >= 0"));
    BOOST_TEST(complaint([&](CanonizeOptions& o) {
                 o.tolerance.zero = t;
               }).starts_with("expected a finite tolerance zero >= 0"));
  }
}
