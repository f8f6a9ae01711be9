#define BOOST_TEST_MODULE config
#include "run/config.hpp"

#include "model/zoo.hpp"
#include "run/basis_row.hpp"
#include "run/exp_row.hpp"

#include <boost/test/unit_test.hpp>

using canon::lab::Config;

namespace {

Config small(const std::string& text) {
  return {text, "small.ini"};
}

std::string message_of(const std::string& text) {
  try {
    (void)small(text);
  } catch (const canon::ParseError& error) {
    return error.what();
  }
  return "";
}

} // namespace

BOOST_AUTO_TEST_CASE(sections_take_from_base_and_from_others) {
  const Config config = small("[base]\na = 1 ; one\nb = yes\n[x]\na = 2\ntitle = X\n"
                              "[y]\ntitle = Y\nlike = x\nb = no\nc =\n");
  BOOST_TEST(config.sections() == (std::vector<std::string>{"x", "y"}),
             boost::test_tools::per_element());
  BOOST_TEST(config.real("x", "a") == 2.0);
  BOOST_TEST(config.yes("x", "b"));
  BOOST_TEST(config.whole("y", "a") == 2);
  BOOST_TEST(!config.yes("y", "b"));
  BOOST_TEST(config.text("y", "title") == "Y");
  BOOST_TEST(!config.given("y", "c"));
  BOOST_TEST(!config.given("y", "d"));
  BOOST_TEST(!config.has("base"));
}

BOOST_AUTO_TEST_CASE(wrong_values_are_named) {
  const Config config = small("[base]\na = word\nb = 1 2\nc = 1.5\n[x]\n");
  BOOST_CHECK_EXCEPTION(
      (void)config.real("x", "a"), canon::ArgumentError, [](const canon::ArgumentError& error) {
        return std::string(error.what()) == "small.ini: [x] a: expected a number, got 'word'";
      });
  BOOST_CHECK_THROW((void)config.real("x", "b"), canon::ArgumentError);
  BOOST_TEST(config.reals("x", "b") == (std::vector<double>{1.0, 2.0}),
             boost::test_tools::per_element());
  BOOST_CHECK_THROW((void)config.whole("x", "c"), canon::ArgumentError);
  BOOST_CHECK_THROW((void)config.yes("x", "a"), canon::ArgumentError);
  BOOST_CHECK_THROW((void)config.text("x", "none"), canon::ArgumentError);
  BOOST_CHECK_EXCEPTION((void)config.word<canon::nn::Pooling>("x", "a"), canon::ArgumentError,
                        [](const canon::ArgumentError& error) {
                          return std::string(error.what()) ==
                                 "small.ini: [x] a: expected one of mean, sum, max, got 'word'";
                        });
}

BOOST_AUTO_TEST_CASE(wrong_lines_are_named) {
  BOOST_TEST(message_of("[base]\n[x\n") == "small.ini:2: expected [section], got '[x'");
  BOOST_TEST(message_of("a = 1\n") ==
             "small.ini:1: expected key = value below a [section], got 'a = 1'");
  BOOST_TEST(message_of("[base]\n\nword\n") ==
             "small.ini:3: expected key = value below a [section], got 'word'");
  BOOST_TEST(message_of("[base]\n[x]\n[x]\n") ==
             "small.ini:3: expected every section once, got [x] again");
  BOOST_TEST(message_of("[base]\n[x]\nlike = y\n") ==
             "small.ini:3: like: expected a section above, got 'y'");
}

// Every row of the built-in settings can be built.
BOOST_AUTO_TEST_CASE(built_in_rows) {
  const Config exp = Config::built_in("exp");
  BOOST_TEST(exp.sections().size() == 14U);
  for (const std::string& name : exp.sections()) {
    const canon::lab::ExpRow row = canon::lab::exp_row(exp, name);
    BOOST_TEST(canon::nn::make_model<float>(row.model)->parameters().size() > 0);
    BOOST_TEST(row.train.epochs == 500);
  }
  for (const char* row : {"ppgn", "1-2-3-gcn-l", "3-gcn"})
    BOOST_TEST(!exp_row(exp, row).train.reshuffle);
  BOOST_TEST(exp_row(exp, "gcn").train.reshuffle);
  // The settings that the paper gives.
  const canon::lab::ExpRow deep = canon::lab::exp_row(exp, "deepsets-rse-complete");
  BOOST_TEST(deep.model.hidden == 60);
  BOOST_TEST(deep.model.out == 76);
  BOOST_TEST(deep.train.adam.rate == 0.002385602941230316);
  BOOST_TEST(deep.model.dropout == 0.13592575703525184);
  const Config basis = Config::built_in("basis-isomorphism");
  for (const std::string& name : basis.sections()) {
    const canon::lab::BasisRow row = canon::lab::basis_row(basis, name, 10, 3);
    canon::nn::ModelOptions options = row.model;
    options.hidden = options.out = row.hidden.front();
    BOOST_TEST(canon::nn::make_model<float>(options)->parameters().size() > 0);
  }
  BOOST_CHECK_THROW(Config::built_in("nothing"), canon::ArgumentError);
}
