#define BOOST_TEST_MODULE model_settings
#include "batch/log_degree.hpp"
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"
#include "workplace.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>
#include <set>

using namespace canon::nn;

BOOST_AUTO_TEST_CASE(mean_log_degree_of_a_star) {
  GraphSample star;
  star.nodes = 4;
  star.tail = {0, 0, 0, 1, 2, 3};
  star.head = {1, 2, 3, 0, 0, 0};
  BOOST_CHECK_CLOSE(mean_log_degree({star}), (std::log(4.0) + 3.0 * std::log(2.0)) / 4.0, 1e-12);
}

BOOST_AUTO_TEST_CASE(parameters_are_those_of_the_published_networks) {
  std::map<Benchmark, int> printed;
  for (const PaperSetting& setting : paper_settings())
    BOOST_TEST_CONTEXT(name(setting.benchmark) << " " << setting.row) {
      const std::int64_t count = make_model<float>(setting.options)->parameters().size();
      BOOST_CHECK_EQUAL(count, setting.parameters);
      BOOST_CHECK_EQUAL((count + 500) / 1000, setting.thousands);
      printed[setting.benchmark] += setting.printed ? 1 : 0;
      BOOST_CHECK_EQUAL(&paper_setting(setting.benchmark, setting.row), &setting);
      BOOST_CHECK(!setting.printed || setting.score > 0.0);
    }
  BOOST_CHECK_EQUAL(printed[Benchmark::zinc], 13);
  BOOST_CHECK_EQUAL(printed[Benchmark::moltox21], 9);
  BOOST_CHECK_EQUAL(printed[Benchmark::molpcba], 5);
}

BOOST_AUTO_TEST_CASE(rows_are_found_by_name) {
  for (const Benchmark benchmark : {Benchmark::zinc, Benchmark::moltox21, Benchmark::molpcba}) {
    const std::vector<std::string> rows = paper_rows(benchmark);
    const std::set<std::string> distinct(rows.begin(), rows.end());
    BOOST_CHECK_EQUAL(distinct.size(), rows.size());
    BOOST_CHECK(distinct.count("gatedgcn-complete") == 1 && distinct.count("pna-joint") == 1);
    BOOST_CHECK_EXCEPTION((void)paper_setting(benchmark, "gcn-map"), canon::ArgumentError,
                          [](const canon::ArgumentError& error) {
                            return std::string(error.what()).find("gatedgcn-map") !=
                                   std::string::npos;
                          });
  }
  const auto graph = [](const char* row) {
    return paper_setting(Benchmark::zinc, row).options.encoder_graph;
  };
  BOOST_CHECK(graph("san-map") == EncoderGraph::bonds &&
              graph("san-map-published") == EncoderGraph::complete);
}

BOOST_AUTO_TEST_CASE(the_command_prints_them) {
  const canon::lab::Ran ran = canon::lab::run_lab("lab models");
  BOOST_TEST(ran.code == 0);
  for (const char* count : {"504309", "494815", "5244849", "4611956"})
    BOOST_TEST((ran.out.find(count) != std::string::npos), count);
  BOOST_TEST(canon::lab::run_lab("lab models extra").code == 2);
}

BOOST_AUTO_TEST_CASE(set_models_have_the_widths_of_the_synthetic_experiments) {
  ModelOptions options;
  options.model = "deepsets";
  options.encoder = EncoderKind::lappe;
  options.node_types = 2;
  options.edge_types = Tables{};
  options.encoding = 16;
  options.hidden = 60;
  options.out = 76;
  options.outputs = 2;
  options.norm = NormKind::none;
  options.pool = Pooling::max;
  options.head = HeadKind::linear;
  BOOST_CHECK_EQUAL(make_model<float>(options)->parameters().size(),
                    18 * 60 + 60 + 60 * 76 + 76 + 76 * 2 + 2);
  options.model = "linear";
  options.hidden = 109;
  BOOST_CHECK_EQUAL(make_model<float>(options)->parameters().size(), 18 * 109 + 109 + 109 * 2 + 2);
}

BOOST_AUTO_TEST_CASE(no_option_is_missing_in_a_description) {
  using Change = void (*)(ModelOptions&);
  const Change changes[] = {
      [](ModelOptions& o) { o.model = "pna"; },
      [](ModelOptions& o) { o.encoder = EncoderKind::map; },
      [](ModelOptions& o) {
        o.node_types = {28, 3};
      },
      [](ModelOptions& o) { o.edge_types = 5; },
      [](ModelOptions& o) { ++o.features; },
      [](ModelOptions& o) { ++o.encoding; },
      [](ModelOptions& o) { ++o.hidden; },
      [](ModelOptions& o) { ++o.out; },
      [](ModelOptions& o) { ++o.layers; },
      [](ModelOptions& o) { ++o.outputs; },
      [](ModelOptions& o) { ++o.noise; },
      [](ModelOptions& o) { o.join = Join::add; },
      [](ModelOptions& o) { o.activation = Activation::elu; },
      [](ModelOptions& o) { o.norm = NormKind::layer; },
      [](ModelOptions& o) { o.pool = Pooling::max; },
      [](ModelOptions& o) { o.head = HeadKind::wide; },
      [](ModelOptions& o) { o.dropout = 0.1; },
      [](ModelOptions& o) { o.head_dropout = 0.1; },
      [](ModelOptions& o) { o.residual = false; },
      [](ModelOptions& o) { o.table_start = TableStart::xavier; },
      [](ModelOptions& o) { ++o.encoder_hidden; },
      [](ModelOptions& o) { ++o.encoder_layers; },
      [](ModelOptions& o) { ++o.encoder_out; },
      [](ModelOptions& o) { o.encoder_columns = EncoderColumns::side_by_side; },
      [](ModelOptions& o) { o.encoder_graph = EncoderGraph::complete; },
      [](ModelOptions& o) { o.encoder_dropout = 0.1; },
      [](ModelOptions& o) { o.graph_norm = true; },
      [](ModelOptions& o) { ++o.heads; },
      [](ModelOptions& o) { ++o.towers; },
      [](ModelOptions& o) { ++o.edge_width; },
      [](ModelOptions& o) { o.log_degree = 2.0; },
      [](ModelOptions& o) { o.aggregators = {PnaAggregator::mean}; },
      [](ModelOptions& o) { o.scalers = {PnaScaler::identity}; }};
  std::set<std::string> seen = {describe(ModelOptions())};
  for (const Change change : changes) {
    ModelOptions options;
    change(options);
    BOOST_TEST(seen.insert(describe(options)).second, describe(options));
  }
}
