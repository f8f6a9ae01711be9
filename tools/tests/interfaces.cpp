#define BOOST_TEST_MODULE interfaces
#include "npz_reader.hpp"
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

namespace {

template <typename Number>
std::vector<Number> array(const std::string& npy) {
  std::vector<Number> values((npy.size() - 128) / sizeof(Number));
  std::memcpy(values.data(), npy.data() + 128, values.size() * sizeof(Number));
  return values;
}

bool head_says(const std::string& npy, const std::string& text) {
  return npy.substr(0, 128).find(text) != std::string::npos;
}

// P_3 and then K_1: a graph that is padded.
const std::string two_graphs = "graph\n0 1\n1 2\ngraph\nvertex 0\n";

} // namespace

BOOST_AUTO_TEST_CASE(npz_holds_the_four_arrays) {
  const Workplace place;
  write_file(place / "a.el", two_graphs);
  const Ran ran = run("canon encode " + place / "a.el" + " -k 2 -o " + place / "a.npz");
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(ran.out == "");
  BOOST_TEST(ran.one_line());
  BOOST_TEST(
      ran.err.starts_with("canon encode: 2 graphs, 4 vertices; 66.7 % of the columns settled; "
                          "1 graph padded, 0 cut inside a space, 0 with a margin below 1; "));
  BOOST_TEST(place.files() == 2U);
  auto members = npz_members(contents(place / "a.npz"));
  BOOST_TEST(members.size() == 4U);
  BOOST_TEST(head_says(members["encoding.npy"], "'descr': '<f8', 'fortran_order': False, 'shape': "
                                                "(4, 2), }"));
  BOOST_TEST(head_says(members["offsets.npy"], "'<i8', 'fortran_order': False, 'shape': (3,), }"));
  BOOST_TEST(
      head_says(members["eigenvalues.npy"], "'<f8', 'fortran_order': False, 'shape': (2, 2)"));
  BOOST_TEST(head_says(members["settled.npy"], "'|u1', 'fortran_order': False, 'shape': (2, 2)"));
  const auto encoding = array<double>(members["encoding.npy"]);
  const double expected[] = {0.5, 0, std::sqrt(0.5), 0, 0.5, 0, 1, 0};
  for (std::size_t i = 0; i < 8; i += 2)
    BOOST_TEST(encoding[i] == expected[i], boost::test_tools::tolerance(1e-12));
  BOOST_TEST(std::abs(encoding[1]) == std::sqrt(0.5), boost::test_tools::tolerance(1e-12));
  BOOST_TEST(encoding[7] == 0.0);
  BOOST_TEST((array<std::int64_t>(members["offsets.npy"]) == std::vector<std::int64_t>{0, 3, 4}));
  const auto eigenvalues = array<double>(members["eigenvalues.npy"]);
  BOOST_TEST(eigenvalues[0] == 2.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(eigenvalues[1] == 1.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(std::isnan(eigenvalues[3]));
  BOOST_TEST(
      (array<std::uint8_t>(members["settled.npy"]) == std::vector<std::uint8_t>{1, 0, 1, 0}));
}

BOOST_AUTO_TEST_CASE(csv_is_the_same_as_text) {
  const Workplace place;
  write_file(place / "a.el", "vertex 0\n");
  const std::string expected = "graph,vertex,x0,x1,eigenvalue0,eigenvalue1,settled0,settled1\n"
                               "0,0,1,0,1,nan,1,0\n";
  const Ran shown = run("canon encode " + place / "a.el" + " -k 2 -q");
  BOOST_TEST(shown.out == expected);
  BOOST_TEST(shown.err == "");
  BOOST_TEST(
      run("cat " + place / "a.el" + " | canon encode - --format edge-list -k 2 -q -o -").out ==
      expected);
  BOOST_TEST(run("canon encode " + place / "a.el" + " -k 2 -q -o " + place / "a.csv").code == 0);
  BOOST_TEST(contents(place / "a.csv") == expected);
  BOOST_TEST(run("canon encode " + place / "a.el" + " -k 2 -q -o " + place / "a.csv.gz && zcat " +
                 place / "a.csv.gz")
                 .out == expected);
  BOOST_TEST(run("canon encode " + place / "a.el" + " -k 1 -q --columns with-eigenvalues").out ==
             "graph,vertex,x0,x1,eigenvalue0,settled0\n0,0,1,1,1,1\n");
}

BOOST_AUTO_TEST_CASE(npz_on_standard_output_is_the_file) {
  const Workplace place;
  write_file(place / "a.el", two_graphs);
  const std::string encode = "canon encode " + place / "a.el" + " -q -k 2 ";
  BOOST_TEST(run(encode + "-o " + place / "a.npz").code == 0);
  const std::string bytes = run(encode + "--to npz").out;
  BOOST_TEST(bytes.size() > 500U);
  BOOST_TEST((bytes == contents(place / "a.npz")));
}

BOOST_AUTO_TEST_CASE(the_summary_as_json) {
  const Workplace place;
  write_file(place / "a.el", two_graphs);
  const Ran ran = run("canon encode " + place / "a.el" + " -k 2 --json -o " + place / "a.npz");
  BOOST_TEST(ran.err == "");
  BOOST_TEST(ran.out.starts_with(R"({"graphs":2,"vertices":4,"k":2,"columns":3,"settled":2,)"
                                 R"("up_to_automorphism":0,)"
                                 R"("padded":1,"cut":0,"doubtful":0,"warned":0,"seconds":)"));
}

BOOST_AUTO_TEST_CASE(inspect_prints_one_object_per_graph_and_line) {
  const Workplace place;
  write_file(place / "a.el", "graph\nvertex 1\ngraph\nvertex 0\n");
  const Ran ran = run("canon inspect " + place / "a.el" + " --json --operator laplacian");
  BOOST_TEST(ran.err == "");
  BOOST_TEST(ran.out.starts_with(
      R"({"graph":0,"n":2,"m":0,"operator":"laplacian","spaces":[{"eigenvalue":0.0,"multiplicity":2,)"
      R"("verdict":"too_few_axis_classes","level":"none","guarantee":"none","margin":)"));
  const std::string second = ran.out.substr(ran.out.find('\n') + 1);
  BOOST_TEST(second.starts_with(
      R"({"graph":1,"n":1,"m":0,"operator":"laplacian","spaces":[{"eigenvalue":0.0,"multiplicity":1,)"
      R"("verdict":"unique","level":"map","guarantee":"equivariant","margin":)"));
  BOOST_TEST(second.ends_with("}]}\n"));
}

BOOST_AUTO_TEST_CASE(inspect_finds_the_canonizable_space_of_seven_vertices) {
  const Ran ran =
      run("printf '0 1\\n0 4\\n1 2\\n1 3\\n1 4\\n2 3\\n3 4\\n3 6\\n4 5\\n' | canon inspect "
          "- --format edge-list --operator normalised_adjacency --quiet");
  BOOST_TEST(ran.code == 0);
  BOOST_TEST(ran.err == "");
  BOOST_TEST(ran.out.starts_with("graph 0: 7 vertices, 9 edges, normalised-adjacency\n"));
  BOOST_TEST(ran.out.find(" -0.5             2  unique             map ") != std::string::npos);
  BOOST_TEST(
      ran.out.find("\n1 graph: 57.1 % of 7 eigenvectors settled; 2 of 5 simple spaces, 1 of 1 "
                   "multiple space; 0 with a margin below 1\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(threads_do_not_change_a_bit) {
  const Workplace place;
  const std::string graphs = place / "a.g6";
  BOOST_TEST(run("canon generate random-tree n=17 --count 300 --seed 5 -o " + graphs).code == 0);
  for (const std::string& rest :
       {"encode " + graphs + " -q --level label --to npz",
        "encode " + graphs + " -q --level none --random-signs --seed 3",
        "inspect " + graphs + " --json", "verify " + graphs + " --trials 1",
        std::string("verify --trials 20 --json")}) {
    const Ran one = run("canon " + rest + " --threads 1"),
              two = run("canon " + rest + " --threads 2");
    BOOST_TEST(one.code == 0);
    BOOST_TEST((one.out == two.out), rest);
  }
}

BOOST_AUTO_TEST_CASE(verify_prints_the_counts_of_the_paper) {
  BOOST_TEST(run("canon verify --trials 50 --max-n 12")
                 .out.find("algorithm  p_correct  q_correct  pq_correct  total") == 0U);
  const std::string json = run("canon verify --trials 50 --max-n 12 --json").out;
  for (const char* name : {"4 (sign)", "5 (basis)"})
    BOOST_TEST(json.find("{\"algorithm\":\"" + std::string(name) +
                         R"(","p_correct":50,"q_correct":50,"pq_correct":50,"total":50,)") !=
               std::string::npos);
  // A coarse zero leaves bases unsettled, which the theorem does not allow.
  const Ran broken = run("canon verify --trials 50 --json --tolerance-zero 1e-2");
  BOOST_TEST(broken.code == 1);
  BOOST_TEST(broken.err == "");
  // Tolerances below rounding make verdicts that hang on it, and margins that say so.
  const Ran doubtful = run("canon generate path n=60 | canon verify - --format graph6 --json "
                           "--tolerance-length 1e-14 --tolerance-zero 1e-14");
  BOOST_TEST(doubtful.code == 0);
  BOOST_TEST(doubtful.out.find("\"broken\":0") != std::string::npos);
  BOOST_TEST(doubtful.out.find("\"doubtful_differences\":0") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(generate_and_convert_keep_the_graphs) {
  const Workplace place;
  BOOST_TEST(run("canon generate cycle n=5").out == "Dhc\n");
  const std::string generate = "canon generate erdos-renyi n=9 p=0.4 --count 5 --seed 7";
  BOOST_TEST(run(generate + " | canon convert - - --from graph6 --to sparse6 | canon convert - - "
                            "--from sparse6 --to edge-list | canon convert - - --from edge-list "
                            "--to graph6")
                 .out == run(generate).out);
  BOOST_TEST(run("canon generate path n=3 --weights 1:2").out.starts_with("graph"));
  const Ran refused = run("canon generate path n=3 --weights 1:2 --format graph6");
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(refused.err == "canon generate: graph6 cannot hold edge weights\n");
  BOOST_TEST(run("canon generate path n=3 --weights 1:2 | canon convert - - --from edge-list --to "
                 "graph6 --lossy")
                 .out == run("canon generate path n=3").out);
  BOOST_TEST(run("canon generate path n=1200").out.starts_with(":"));
  BOOST_TEST(run("canon generate --list").out.find("watts-strogatz *") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_demo_fits_100_columns) {
  const Ran ran = run("canon demo");
  BOOST_TEST(ran.code == 0);
  for (const char* name : {"Petersen", "caffeine", "joint %"})
    BOOST_TEST(ran.out.find(name) != std::string::npos);
  std::istringstream lines(ran.out);
  for (std::string text; std::getline(lines, text);)
    BOOST_TEST(text.size() <= 100U, text);
}
