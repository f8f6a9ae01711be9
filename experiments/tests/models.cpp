#define BOOST_TEST_MODULE models
#include "autograd/loss.hpp"
#include "model_world.hpp"

using canon::ArgumentError;
using canon::Rng;
using namespace canon::nn;

/// A kink (of a ReLU, a maximum) within the step shows as a central difference that two steps do
/// not agree on; such a place says nothing about the gradient and is passed over, but not often.
BOOST_AUTO_TEST_CASE(gradients_agree_with_central_differences) {
  const auto all = samples(11);
  each_case([&](Model<double>& model, Pool& pool) {
    const GraphBatch<double> batch(pool, pointers(all));
    const Pass pass{true, 5};
    std::vector<double> gradient;
    loss_of(model, pool, batch, pass, &gradient);
    const double scale =
        std::sqrt(std::inner_product(gradient.begin(), gradient.end(), gradient.begin(), 0.0) /
                  static_cast<double>(gradient.size()));
    BOOST_REQUIRE_GT(scale, 0.0);
    const auto idle = std::count(gradient.begin(), gradient.end(), 0.0);
    BOOST_CHECK_LE(static_cast<double>(idle), 0.6 * static_cast<double>(gradient.size()));
    const std::vector<double> values = model.parameters().values();
    const auto slope = [&](std::size_t i, double step) {
      std::vector<double> moved = values;
      double sides[2];
      for (const int side : {0, 1}) {
        moved[i] = values[i] + (side == 0 ? -step : step);
        model.parameters().set_values(moved.data());
        sides[side] = loss_of(model, pool, batch, pass, static_cast<std::vector<double>*>(nullptr));
      }
      return (sides[1] - sides[0]) / (2.0 * step);
    };
    Rng rng = canon::trial_rng(3, 0);
    int passed_over = 0;
    constexpr int tried = 60;
    for (int trial = 0; trial < tried; ++trial) {
      const auto i = static_cast<std::size_t>(canon::uniform_below(rng, values.size()));
      const double step = 1e-5 * std::max(1.0, std::abs(values[i]));
      const double wide = slope(i, step), narrow = slope(i, step / 2.0);
      const double size = std::max(std::abs(gradient[i]), scale);
      if (std::abs(wide - narrow) > 1e-6 * size) {
        ++passed_over;
        continue;
      }
      BOOST_TEST_INFO("parameter " << i << ": " << gradient[i] << " against " << narrow);
      BOOST_CHECK_LE(std::abs(gradient[i] - narrow), 1e-5 * size);
    }
    BOOST_CHECK_LE(passed_over, tried / 6);
  });
}

BOOST_AUTO_TEST_CASE(relabelled_graphs_give_the_same_outputs) {
  const auto all = samples(21);
  Rng rng = canon::trial_rng(22, 0);
  each_case([&](Model<double>& model, Pool& pool) {
    warm_up(model, pool, all);
    const auto before = outputs(model, pool, all);
    std::vector<GraphSample> moved;
    for (const GraphSample& sample : all)
      moved.push_back(relabelled(sample, rng));
    BOOST_CHECK_LE(largest_gap(before, outputs(model, pool, moved)), 1e-10);
    // and it does look at what it is given
    for (double& feature : moved[0].features)
      feature += 0.3;
    for (int& type : moved[0].node_type)
      type = (type + 1) % 3;
    BOOST_CHECK_GT(largest_gap(before, outputs(model, pool, moved)), 1e-10);
  });
}

BOOST_AUTO_TEST_CASE(a_batch_equals_its_graphs_one_by_one) {
  const auto all = samples(31);
  each_case([&](Model<double>& model, Pool& pool) {
    warm_up(model, pool, all);
    const auto together = outputs(model, pool, all);
    std::vector<double> alone;
    for (const GraphSample& sample : all)
      for (const double value : outputs(model, pool, {sample}))
        alone.push_back(value);
    BOOST_CHECK_LE(largest_gap(together, alone), 1e-10);
  });
}

BOOST_AUTO_TEST_CASE(two_threads_give_the_bits_of_one) {
  Rng rng = canon::trial_rng(41, 0);
  std::vector<GraphSample> all;
  for (int i = 0; i < 60; ++i)
    all.push_back(random_sample(15 + i % 9, rng));
  for (const Case& one : cases())
    BOOST_TEST_CONTEXT(one.name) {
      std::vector<float> first;
      for (const int count : {1, 2}) {
        use_threads(count);
        Pool pool(Backend::cpu);
        const auto model = make_model<float>(one.options);
        model->parameters().place(pool, 7);
        const GraphBatch<float> batch(pool, pointers(all));
        std::vector<float> gradient;
        gradient.push_back(loss_of(*model, pool, batch, {true, 5}, &gradient));
        if (count == 1) first = gradient;
        BOOST_CHECK(gradient == first);
      }
    }
  use_threads(0);
}

BOOST_AUTO_TEST_CASE(signnet_does_not_see_signs) {
  const auto all = samples(51);
  for (const auto& [model_name, encoder, sees] :
       {std::tuple("gated_gcn", EncoderKind::signnet, false),
        {"deepsets", EncoderKind::signnet_mlp, false},
        {"gated_gcn", EncoderKind::signnet_one, true},
        {"gated_gcn", EncoderKind::map, true},
        {"pna", EncoderKind::lappe, true}})
    for (int column = 0; column < columns; ++column)
      BOOST_TEST_CONTEXT(model_name << " " << name(encoder) << ", column " << column) {
        Pool pool(Backend::cpu);
        const auto model = make_model<double>(small(model_name, encoder));
        model->parameters().place(pool, 7);
        warm_up(*model, pool, all);
        auto flipped = all;
        for (GraphSample& sample : flipped)
          for (int v = 0; v < sample.nodes; ++v)
            sample.encoding[static_cast<std::size_t>(v * columns + column)] *= -1.0;
        const double gap = largest_gap(outputs(*model, pool, all), outputs(*model, pool, flipped));
        if (sees)
          BOOST_CHECK_GT(gap, 1e-8);
        else
          BOOST_CHECK_LE(gap, 1e-10);
      }
}

/// In training the signs are drawn by graph and column, anew with every seed; in evaluation not.
BOOST_AUTO_TEST_CASE(random_signs_flip_in_training_only) {
  const auto all = samples(61);
  Pool pool(Backend::cpu);
  ModelOptions options = small("linear", EncoderKind::random_sign);
  options.head = HeadKind::linear;
  options.pool = Pooling::max;
  const auto model = make_model<double>(options);
  model->parameters().place(pool, 7);
  const auto plain = outputs(*model, pool, all, {false, 1});
  BOOST_CHECK(plain == outputs(*model, pool, all, {false, 2}));
  const auto once = outputs(*model, pool, all, {true, 1});
  BOOST_CHECK(once == outputs(*model, pool, all, {true, 1}));
  BOOST_CHECK(once != outputs(*model, pool, all, {true, 2}));
}

/// GCN-RNI: another seed, other features, in evaluation too; nothing of the node's own is seen.
BOOST_AUTO_TEST_CASE(noise_is_drawn_anew_in_every_pass) {
  const auto all = samples(71);
  auto other = all;
  other[0].features[0] += 1.0;
  ModelOptions options = small("graph_conv", EncoderKind::none);
  for (const std::int64_t noise : {8, 3}) {
    options.noise = noise;
    Pool pool(Backend::cpu);
    const auto model = make_model<double>(options);
    model->parameters().place(pool, 7);
    const auto once = outputs(*model, pool, all, {false, 1});
    BOOST_CHECK(once == outputs(*model, pool, all, {false, 1}));
    BOOST_CHECK(once != outputs(*model, pool, all, {false, 2}));
    BOOST_CHECK((once == outputs(*model, pool, other, {false, 1})) == (noise == 8));
  }
}

BOOST_AUTO_TEST_CASE(smallest_graphs) {
  Rng rng = canon::trial_rng(81, 0);
  GraphSample lonely = random_sample(1, rng), bare = random_sample(5, rng);
  bare.tail.clear();
  bare.head.clear();
  bare.edge_type.clear();
  each_case([&](Model<double>& model, Pool& pool) {
    warm_up(model, pool, samples(82));
    for (const std::vector<GraphSample>& all :
         {std::vector<GraphSample>{lonely}, {bare}, {lonely, bare}}) {
      for (const double value : outputs(model, pool, all))
        BOOST_CHECK(std::isfinite(value));
      // In training a batch without edges has no statistics of edges: a word, or numbers.
      try {
        const GraphBatch<double> batch(pool, pointers(all));
        std::vector<double> gradient;
        BOOST_CHECK(std::isfinite(loss_of(model, pool, batch, {true, 1}, &gradient)));
        BOOST_CHECK(std::all_of(gradient.begin(), gradient.end(),
                                [](double value) { return std::isfinite(value); }));
      } catch (const ArgumentError& error) {
        BOOST_TEST_MESSAGE(error.what());
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(bad_input_is_one_clear_word) {
  const auto all = samples(91);
  Pool pool(Backend::cpu);
  const auto run = [&](const ModelOptions& options) {
    const auto model = make_model<double>(options);
    model->parameters().place(pool, 7);
    outputs(*model, pool, all);
  };
  ModelOptions options = small("gated_gcn", EncoderKind::lappe);
  const auto expect = [&](const auto& spoil, const std::string& word) {
    ModelOptions bad = options;
    spoil(bad);
    BOOST_TEST_CONTEXT(word) BOOST_CHECK(says([&] { run(bad); }, word));
  };
  run(options);
  expect([](ModelOptions& o) { o.model = "gatted"; }, "gated_gcn");
  expect([](ModelOptions& o) { o.layers = 0; }, "layers >= 1");
  expect([](ModelOptions& o) { o.encoding = 0; }, "at least 1 column");
  expect([](ModelOptions& o) { o.encoding = 5; }, "expected 5 columns, got 4");
  expect([](ModelOptions& o) { o.encoder = EncoderKind::map, o.encoding = 5; },
         "expected 5 columns, got 4");
  expect([](ModelOptions& o) { o.features = 3; }, "expected 3 columns, got 2");
  expect([](ModelOptions& o) { o.node_types = 2; }, "node type: expected a type in [0, 2), got 2");
  expect([](ModelOptions& o) { o.edge_types = 2; }, "edge type: expected a type in [0, 2), got 2");
  expect([](ModelOptions& o) { o.node_types = {3, 4}; }, "expected at least 2 integer features");
  expect([](ModelOptions& o) { o.model = "pna", o.towers = 3; }, "towers that divide");
  expect([](ModelOptions& o) { o.model = "san", o.heads = 3; }, "heads that divide");
  expect([](ModelOptions& o) { o.noise = 9; }, "0 to 8");
  expect([](ModelOptions& o) { o.dropout = 1.0; }, "dropout");
}

BOOST_AUTO_TEST_CASE(options_that_a_model_does_not_honour_are_refused) {
  const auto refused = [](const char* model, const auto& set, const std::string& option) {
    ModelOptions options = small(model, EncoderKind::none);
    (void)make_model<double>(options);
    set(options);
    BOOST_TEST_CONTEXT(model << ", " << option)
    BOOST_CHECK(says([&] { (void)make_model<double>(options); }, option + ": the "));
  };
  using Set = void (*)(ModelOptions&);
  const std::vector<std::pair<std::string, Set>> fixed = {
      {"activation", [](ModelOptions& o) { o.activation = Activation::elu; }},
      {"norm = none", [](ModelOptions& o) { o.norm = NormKind::none; }},
      {"norm = layer", [](ModelOptions& o) { o.norm = NormKind::layer; }},
      {"residual", [](ModelOptions& o) { o.residual = false; }}};
  for (const char* model : {"gated_gcn", "pna", "san", "graphit", "ppgn"})
    for (const auto& [option, set] : fixed)
      refused(model, set, option);
  const std::vector<std::pair<std::string, Set>> of_others = {
      {"dropout", [](ModelOptions& o) { o.dropout = 0.1; }},
      {"graph_norm", [](ModelOptions& o) { o.graph_norm = true; }},
      {"aggregators", [](ModelOptions& o) { o.aggregators = {PnaAggregator::sum}; }},
      {"scalers", [](ModelOptions& o) { o.scalers = {PnaScaler::identity}; }},
      {"towers = 0", [](ModelOptions& o) { o.towers = 0; }},
      {"encoder_out", [](ModelOptions& o) { o.encoder_out = 4; }},
      {"encoder_columns",
       [](ModelOptions& o) { o.encoder_columns = EncoderColumns::side_by_side; }},
      {"encoder_graph", [](ModelOptions& o) { o.encoder_graph = EncoderGraph::complete; }},
      {"encoder_dropout", [](ModelOptions& o) { o.encoder_dropout = 0.1; }}};
  for (const auto& [option, set] : of_others)
    refused("graph_conv", set, option);
  refused(
      "ppgn", [](ModelOptions& o) { o.table_start = TableStart::xavier; }, "table_start");
  const auto wide = [](ModelOptions& o) { o.head = HeadKind::wide, o.head_dropout = 0.1; };
  refused("graph_conv", wide, "head_dropout");
}

/// Two triangles and a hexagon: the same to colour refinement, so to GCN and GIN; not to PPGN and
/// to sets of three.
BOOST_AUTO_TEST_CASE(what_colour_refinement_cannot_see) {
  std::vector<GraphSample> pair(2);
  for (int g = 0; g < 2; ++g) {
    GraphSample& sample = pair[static_cast<std::size_t>(g)];
    sample.nodes = 6;
    for (int v = 0; v < 6; ++v) {
      const int next = g == 0 ? (v + 1) % 6 : v / 3 * 3 + (v + 1) % 3;
      sample.tail.insert(sample.tail.end(), {v, next});
      sample.head.insert(sample.head.end(), {next, v});
    }
    sample.node_types = 1;
    sample.node_type.assign(6, 1);
  }
  for (const auto& [name, sees] : {std::pair("gcn", false),
                                   {"gin", false},
                                   {"graph_conv", false},
                                   {"gated_gcn", false},
                                   {"pna", false},
                                   {"ppgn", true},
                                   {"3-gcn", true},
                                   {"1-2-3-gcn-l", true},
                                   {"deepsets", false}})
    BOOST_TEST_CONTEXT(name) {
      ModelOptions options = small(name, EncoderKind::none);
      options.features = 0;
      options.edge_types = Tables{};
      Pool pool(Backend::cpu);
      const auto model = make_model<double>(options);
      model->parameters().place(pool, 7);
      const auto y = outputs(*model, pool, pair);
      const double gap = std::abs(y[0] - y[2]) + std::abs(y[1] - y[3]);
      if (sees)
        BOOST_CHECK_GT(gap, 1e-6);
      else
        BOOST_CHECK_LE(gap, 1e-12);
    }
}
