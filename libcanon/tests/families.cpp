#define BOOST_TEST_MODULE families
#include "graph_checks.hpp"

#include <canon/error.hpp>
#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>
#include <set>

using namespace canon;

namespace {

using Parameters = std::map<std::string, double>;

std::vector<Graph> generate(const std::string& family, const Parameters& parameters) {
  Rng rng = trial_rng(5, 0);
  return generate_family(family, parameters, rng);
}

std::string refusal(const std::string& family, const Parameters& parameters) {
  try {
    (void)generate(family, parameters);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

void check_says(const std::string& message, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    BOOST_CHECK_MESSAGE(message.find(part) != std::string::npos,
                        "'" << part << "' is not in: " << message);
}

} // namespace

BOOST_AUTO_TEST_CASE(every_family_makes_its_graphs) {
  struct Case {
    std::string family;
    Parameters parameters;
    std::size_t graphs;
    std::size_t n;
  };
  const std::vector<Case> cases = {
      {"barabasi-albert", {{"n", 9}, {"m", 2}}, 1, 9},
      {"cfi", {}, 2, 16},
      {"cfi-regular", {{"n", 6}}, 2, 24},
      {"circulant", {{"n", 8}, {"a", 1}, {"c", 3}}, 1, 8},
      {"complete", {{"n", 4}}, 1, 4},
      {"complete-bipartite", {{"a", 2}, {"b", 3}}, 1, 5},
      {"connected", {{"n", 4}}, 6, 4},
      {"cycle", {{"n", 5}}, 1, 5},
      {"desargues", {}, 1, 20},
      {"dodecahedron", {}, 1, 20},
      {"erdos-renyi", {{"n", 20}, {"p", 0.2}}, 1, 20},
      {"generalised-petersen", {{"n", 7}, {"k", 2}}, 1, 14},
      {"grid", {{"rows", 2}, {"columns", 3}}, 1, 6},
      {"heawood", {}, 1, 14},
      {"hypercube", {{"dimension", 3}}, 1, 8},
      {"icosahedron", {}, 1, 12},
      {"paley", {{"q", 13}}, 1, 13},
      {"path", {{"n", 3}}, 1, 3},
      {"petersen", {}, 1, 10},
      {"projective-plane", {{"q", 3}}, 1, 26},
      {"random-regular", {{"n", 10}, {"d", 3}}, 1, 10},
      {"random-tree", {{"n", 6}}, 1, 6},
      {"rook", {{"rows", 3}, {"columns", 3}}, 1, 9},
      {"shrikhande", {}, 1, 16},
      {"star", {{"leaves", 4}}, 1, 5},
      {"stochastic-block", {{"size", 5}, {"p", 0.9}, {"q", 0.1}}, 1, 10},
      {"watts-strogatz", {{"n", 12}, {"k", 4}, {"p", 0.5}}, 1, 12},
  };
  std::set<std::string> met;
  for (const Case& c : cases) {
    met.insert(c.family);
    const auto graphs = generate(c.family, c.parameters);
    BOOST_CHECK_EQUAL(graphs.size(), c.graphs);
    for (const Graph& g : graphs)
      BOOST_CHECK_MESSAGE(num_vertices(g) == c.n && checks::is_simple(g), c.family);
  }
  for (const Family& family : families())
    BOOST_CHECK_MESSAGE(met.contains(family.name), family.name << " has no case here");
  BOOST_CHECK_EQUAL(met.size(), families().size());
}

BOOST_AUTO_TEST_CASE(parameters_reach_their_places) {
  BOOST_CHECK(same_graph(generate("grid", {{"rows", 2}, {"columns", 5}})[0], grid_graph(2, 5)));
  BOOST_CHECK(same_graph(generate("circulant", {{"n", 9}, {"a", 1}, {"b", 3}})[0],
                         circulant_graph(9, {1, 3})));
  Rng rng = trial_rng(5, 0);
  const Graph drawn = erdos_renyi(10, 0.5, rng, true);
  BOOST_CHECK(same_graph(generate("erdos-renyi", {{"n", 10}, {"p", 0.5}, {"loops", 1}})[0], drawn));
}

BOOST_AUTO_TEST_CASE(only_families_said_to_be_random_draw) {
  for (const Family& family : families()) {
    Parameters parameters;
    for (const auto& [name, meaning] : family.parameters)
      parameters[name] = name == "p" ? 0.5 : name == "q" && !family.random ? 5.0 : 4.0;
    if (family.name == "stochastic-block") parameters["q"] = 0.5;
    if (family.name == "barabasi-albert") parameters["n"] = 8;
    if (family.name == "watts-strogatz") parameters["n"] = 8;
    if (family.name == "random-regular" || family.name == "cfi-regular") parameters["n"] = 10;
    if (family.name == "generalised-petersen") parameters["n"] = 10;
    if (family.name == "circulant") parameters["n"] = 10;
    if (family.name == "erdos-renyi") parameters["loops"] = 0;
    Rng rng = trial_rng(6, 0);
    (void)generate_family(family.name, parameters, rng);
    BOOST_CHECK_MESSAGE((rng != trial_rng(6, 0)) == family.random, family.name);
  }
}

BOOST_AUTO_TEST_CASE(families_describe_their_parameters) {
  for (const Family& family : families())
    for (const auto& [name, meaning] : family.parameters)
      BOOST_CHECK(!name.empty() && !meaning.empty());
  const auto& all = families();
  const auto cfi = std::find_if(all.begin(), all.end(), [](auto& f) { return f.name == "cfi"; });
  BOOST_REQUIRE(cfi != all.end());
  check_says(cfi->parameters.at(0).second, {"default 4"});
}

BOOST_AUTO_TEST_CASE(mistakes_are_answered_with_what_was_expected) {
  check_says(refusal("erdos-reny", {}), {"'erdos-reny'", "did you mean 'erdos-renyi'?", "watts-"});
  const std::string far = refusal("quux-of-nothing", {});
  check_says(far, {"unknown family", "cycle", "petersen"});
  BOOST_CHECK(far.find("did you mean") == std::string::npos);
  check_says(refusal("", {}), {"unknown family", "cycle"});
  check_says(refusal("cycle", {}), {"missing parameter 'n'", "number of vertices, n >= 3"});
  check_says(refusal("cycle", {{"n", 5}, {"m", 2}}), {"unknown parameter 'm'", "expected n ("});
  check_says(refusal("petersen", {{"n", 5}}), {"unknown parameter 'n'", "no parameters"});
}

BOOST_AUTO_TEST_CASE(numbers_outside_their_domain_are_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double n : {-1.0, 2.5, nan, infinity, 1e10})
    check_says(refusal("path", {{"n", n}}), {"expected an integer 0 <= n < 2^32"});
  for (double p : {-0.5, 1.5, nan})
    check_says(refusal("erdos-renyi", {{"n", 3}, {"p", p}}), {"0 <= p <= 1"});
  check_says(refusal("erdos-renyi", {{"n", 3}, {"p", 0.5}, {"loops", 2}}), {"loops = 0 or 1"});
  check_says(refusal("cycle", {{"n", 2}}), {"n >= 3", "n = 2"});
  check_says(refusal("random-regular", {{"n", 5}, {"d", 3}}), {"n * degree even"});
  check_says(refusal("paley", {{"q", 27}}), {"1 (mod 4)"});
  check_says(refusal("cfi-regular", {{"n", 6}, {"d", 2}}), {"d >= 3"});
}
