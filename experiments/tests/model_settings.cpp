#define BOOST_TEST_MODULE model_settings
#include "batch/log_degree.hpp"
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"
#include "workplace.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace canon::nn;

BOOST_AUTO_TEST_CASE(mean_log_degree_of_a_star) {
  GraphSample star;
  star.nodes = 4;
  star.tail = {0, 0, 0, 1, 2, 3};
  star.head = {1, 2, 3, 0, 0, 0};
  BOOST_CHECK_CLOSE(mean_log_degree({star}), (std::log(4.0) + 3.0 * std::log(2.0)) / 4.0, 1e-12);
}

BOOST_AUTO_TEST_CASE(parameters_are_the_papers_within_two_percent) {
  for (const PaperSetting& setting : paper_settings())
    BOOST_TEST_CONTEXT(setting.model << " " << setting.encoding) {
      const auto count =
          static_cast<double>(make_model<float>(setting.options)->parameters().size());
      const auto paper = static_cast<double>(setting.parameters);
      BOOST_CHECK_LE(std::abs(count - paper), 0.02 * paper);
    }
  // counted by hand, layer by layer
  const auto& settings = paper_settings();
  BOOST_CHECK_EQUAL(make_model<float>(settings[0].options)->parameters().size(), 504309);
}

BOOST_AUTO_TEST_CASE(the_command_prints_them) {
  const canon::lab::Ran ran = canon::lab::run_lab("lab models");
  BOOST_TEST(ran.code == 0);
  BOOST_TEST((ran.out.find("504309") != std::string::npos));
  BOOST_TEST(canon::lab::run_lab("lab models extra").code == 2);
}

BOOST_AUTO_TEST_CASE(set_models_have_the_widths_of_the_synthetic_experiments) {
  ModelOptions options;
  options.model = "deepsets";
  options.encoder = "lappe";
  options.node_types = 2;
  options.edge_types = Tables{};
  options.encoding = 16;
  options.hidden = 60;
  options.out = 76;
  options.outputs = 2;
  options.norm = "none";
  options.pool = "max";
  options.head = "linear";
  BOOST_CHECK_EQUAL(make_model<float>(options)->parameters().size(),
                    18 * 60 + 60 + 60 * 76 + 76 + 76 * 2 + 2);
  options.model = "linear";
  options.hidden = 109;
  BOOST_CHECK_EQUAL(make_model<float>(options)->parameters().size(), 18 * 109 + 109 + 109 * 2 + 2);
}
