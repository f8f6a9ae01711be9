// Certificates as files: written, read back, damaged.
#define BOOST_TEST_MODULE certify
#include "program.hpp"

#include <canon/certificate_io.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;

namespace {

Certificate labelled() {
  Graph g = disjoint_union(cycle_graph(6), path_graph(3));
  g[0].label = -3;
  g[boost::edge(6, 7, g).first] = {0.1, 5};
  CanonizeOptions options;
  options.level = Level::label;
  options.axis_order = AxisOrder::longest;
  options.c = 0.1;
  return certify(g, GraphOperator::laplacian, options);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

std::string complaint(const std::string& text) {
  try {
    (void)parse_certificate(text, "a.jsonl", 7);
  } catch (const ParseError& error) {
    BOOST_TEST(error.line() == 7U);
    return error.what();
  }
  return "";
}

/// Graphs with every guarantee, the two strongly regular graphs of 16 vertices among them.
std::string some_graphs(const Workplace& place) {
  const std::string path = place / "a.g6";
  const Ran made = run("(canon generate petersen; canon generate shrikhande; canon generate rook "
                       "rows=4 columns=4; canon generate random-tree n=9 --count 5 --seed 3; canon "
                       "generate path n=1) > " +
                       path);
  BOOST_TEST(made.code == 0);
  return path;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_line_reads_back_to_the_same) {
  const std::string line = certificate_line(labelled());
  const Certificate back = parse_certificate(line, "a.jsonl", 1);
  BOOST_TEST(line == certificate_line(back));
  BOOST_TEST(same_graph(back.graph, labelled().graph));
  BOOST_TEST(check_certificate(back).holds());
  for (const Graph& small : {make_graph(0, {}), make_graph(1, {{0, 0, 2.0}})}) {
    const std::string text = certificate_line(certify(small, GraphOperator::adjacency, {}));
    BOOST_TEST(text == certificate_line(parse_certificate(text, "a.jsonl", 1)));
  }
}

BOOST_AUTO_TEST_CASE(what_is_malformed_is_said_in_one_line) {
  const std::string line = certificate_line(labelled());
  const auto says = [&](const std::string& from, const std::string& to, const std::string& what) {
    const std::string got = complaint(replaced(line, from, to));
    BOOST_TEST(got == "a.jsonl:7: " + what);
  };
  says("\"nodes\"", "\"knots\"", "certificate: expected the key nodes");
  says("\"n\":9", "\"n\":10", "certificate.labels: expected 10 entries, got 9");
  says("\"n\":9", "\"n\":-9", "certificate.n: expected an integer >= 0");
  says("\"n\":9", "\"n\":1e300", "certificate.n: expected an integer >= 0");
  says("\"n\":9", "\"n\":\"9\"", "certificate.n: expected an integer >= 0");
  says("\"certificate\":1", "\"certificate\":2", "certificate.certificate: expected version 1");
  says("\"gave_up\":false", "\"gave_up\":0", "certificate.gave_up: expected true or false");
  says("[[0,1,", "[[0,9,", "certificate.edges: edge 0-9: vertex >= n = 9");
  says("[[0,1,1.0,0]", "[[0,1,1.0]", "certificate.edges[0]: expected 4 entries, got 3");
  says("[[0,1,1.0,0]", "[[0,1,null,0]", "certificate.edges[0][2]: expected a finite number");
  says("\"labelling\":[", "\"labelling\":[9,", "certificate.labelling: expected 9 entries, got 10");
  says("\"eigenvalue\":1e-09", "\"eigenvalue\":0",
       "certificate.options.tolerance.eigenvalue: expected a number > 0 and < 1");
  says("\"c\":0.1", "\"c\":1e7",
       "certificate.options.c: expected a number of size at most 1000000");
  says("\"reason\":\"none\"", "\"reason\":\"whim\"",
       "certificate.spaces[0].reason: expected one of none, symmetry, stronger_level, gave_up");
  says("\"multiplicity\":2", "\"multiplicity\":3",
       "certificate.spaces[0].basis: expected 3 entries, got 2");
  BOOST_TEST(complaint(line.substr(0, line.size() / 2))
                 .starts_with("a.jsonl:7: expected JSON, got an error at column "));
  BOOST_TEST(complaint(replaced(line, "\"c\":0.1", "\"c\":NaN")).find("expected JSON") !=
             std::string::npos);
  BOOST_TEST(complaint(replaced(line, "\"c\":0.1", "\"c\":1e999")).find("expected JSON") !=
             std::string::npos);
  BOOST_TEST(complaint(std::string(100'000, '[')).ends_with("got arrays too deep"));
  for (const char* other : {"", "[]", "3", "null", "{}", "{\"certificate\":1}", "\xff\xfe"})
    BOOST_TEST(complaint(other) != "");
}

// Damaged lines are certificates or ParseErrors, and the checker bears what still parses.
BOOST_AUTO_TEST_CASE(damaged_lines_never_crash) {
  const std::string line = certificate_line(labelled());
  constexpr std::string_view telling = "0123456789-+.,:[]{}\"eEntfu ";
  std::size_t parsed = 0;
  for (std::size_t trial = 0; trial < 3000; ++trial) {
    Rng rng = trial_rng(8, trial);
    std::string text = line;
    for (std::size_t strikes = 1 + uniform_below(rng, 3); strikes > 0; --strikes) {
      const std::size_t at = uniform_below(rng, text.size());
      switch (uniform_below(rng, 5)) {
      case 0:
        text[at] = static_cast<char>(uniform_below(rng, 256));
        break;
      case 1:
        text[at] = telling[uniform_below(rng, telling.size())];
        break;
      case 2:
        text.erase(at, 1 + uniform_below(rng, 20));
        break;
      case 3:
        text.insert(at, 1, telling[uniform_below(rng, telling.size())]);
        break;
      default:
        if (trial % 4 == 0) text.resize(at + 1);
      }
    }
    try {
      const Certificate certificate = parse_certificate(text, "a.jsonl", 1);
      ++parsed;
      (void)check_certificate(certificate, 1, trial);
    } catch (const Error&) {
      // the expected end
    }
  }
  BOOST_TEST(parsed > 300U);
  BOOST_TEST_MESSAGE(parsed << " of 3000 damaged lines could be read");
}

BOOST_AUTO_TEST_CASE(made_by_inspect_and_checked) {
  const Workplace place;
  const std::string graphs = some_graphs(place), file = place / "c.jsonl";
  for (const std::string level : {"none", "map", "orbit", "label"}) {
    const Ran made =
        run("canon inspect " + graphs + " --level " + level + " --certificates " + file);
    BOOST_TEST(made.code == 0);
    BOOST_TEST(made.out == run("canon inspect " + graphs + " --level " + level).out);
    const Ran checked = run("canon certify " + file);
    BOOST_TEST(checked.code == 0);
    BOOST_TEST(checked.err == "");
    BOOST_TEST(checked.out.find("\n9 graphs, ") != std::string::npos);
    BOOST_TEST(checked.out.find(": every check passed\n") != std::string::npos);
  }
  BOOST_TEST(place.files() == 2U);
  const Ran json = run("canon certify " + file + " --json --trials 1");
  BOOST_TEST(json.out.starts_with(R"({"graphs":9,"spaces":)"));
  BOOST_TEST(json.out.find(R"("failed_graphs":0,)") != std::string::npos);
  BOOST_TEST(run("cat " + file + " | canon certify - --threads 1").out ==
             run("gzip -k " + file + "; canon certify " + file + ".gz --threads 2").out);
  const std::string again = place / "d.jsonl";
  BOOST_TEST(
      run("canon inspect " + graphs + " --level label --threads 1 --certificates " + again).code ==
      0);
  BOOST_TEST((contents(again) == contents(file)));
}

BOOST_AUTO_TEST_CASE(a_file_that_was_tampered_with) {
  const Workplace place;
  const std::string file = place / "c.jsonl";
  BOOST_TEST(run("canon generate path n=4 | canon inspect - --format graph6 --level label "
                 "--certificates " +
                 file)
                 .code == 0);
  const std::string text = contents(file);
  // Another graph under the same bases.
  write_file(file, replaced(text, "[2,3,1.0,0]", "[2,3,2.0,0]"));
  const Ran failed = run("canon certify " + file);
  BOOST_TEST(failed.code == 1);
  BOOST_TEST(failed.err == "");
  BOOST_TEST(failed.out.find("\nfailed: graph 0, space ") != std::string::npos);
  BOOST_TEST(failed.out.find("column 0 is no eigenvector, residual ") != std::string::npos);
  // Not even JSON.
  for (const std::string& broken :
       {replaced(text, "\"spaces\"",
                 "\"sp\x01"
                 "ces\""),
        text.substr(0, text.size() / 2), text + text.substr(0, 100), text + "\n", std::string()}) {
    write_file(file, broken);
    const Ran refused = run("canon certify " + file);
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(refused.one_line());
    BOOST_TEST(refused.out == "");
  }
  BOOST_TEST(run("canon certify " + place / "none.jsonl").code == 2);
  BOOST_TEST(run("canon certify").code == 2);
}

BOOST_AUTO_TEST_CASE(the_tolerances_of_a_file_are_said_and_bounded) {
  const Workplace place;
  const std::string graphs = some_graphs(place), file = place / "c.jsonl";
  BOOST_TEST(run("canon inspect " + graphs + " --certificates " + file).code == 0);
  const std::string said = "\ntolerances, the loosest of the file: eigenvalue 1e-09, length 1e-08, "
                           "zero 1e-06\n";
  const Ran usual = run("canon certify " + file);
  BOOST_TEST(usual.out.find(said) != std::string::npos);
  BOOST_TEST(usual.out.find("note: tolerances") == std::string::npos);
  BOOST_TEST(run("canon certify " + file + " --json")
                 .out.find(R"("tolerance":{"eigenvalue":1e-09,"length":1e-08,"zero":1e-06},)"
                           R"("accept_tolerance":false,)") != std::string::npos);
  BOOST_TEST(
      run("canon inspect " + graphs + " --tolerance-zero 1e-4 --certificates " + file).code == 0);
  const Ran wide = run("canon certify " + file);
  BOOST_TEST(wide.code == 1);
  BOOST_TEST(wide.out.find("graph 0, certificate: tolerance zero is too loose to prove anything, "
                           "0.0001 > 1e-05\n") != std::string::npos);
  BOOST_TEST(wide.out.find("fail; --accept-tolerance takes them\n") != std::string::npos);
  const Ran accepted = run("canon certify " + file + " --accept-tolerance");
  BOOST_TEST(accepted.code == 0);
  BOOST_TEST(accepted.out.find("were accepted by --accept-tolerance\n") != std::string::npos);
  BOOST_TEST(run("canon certify " + file + " --json --accept-tolerance")
                 .out.find(R"("zero":0.0001},"accept_tolerance":true,)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_basis_forged_by_wide_tolerances) {
  const std::string file = repro("certificate_forged_tolerance.jsonl");
  if (file.empty()) return;
  const Ran ran = run("canon certify " + file);
  BOOST_TEST(ran.code == 1);
  BOOST_TEST(ran.out.find("tolerance eigenvalue is too loose to prove anything, 0.02 > 1e-08") !=
             std::string::npos);
  BOOST_TEST(run("canon certify " + file + " --accept-tolerance").out.find("accepted") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(certificates_are_written_whole_or_not_at_all) {
  const Workplace place;
  write_file(place / "a.el", "0 1\ngraph\n0 x\n");
  write_file(place / "c.jsonl", "older");
  BOOST_TEST(run("canon inspect " + place / "a.el" + " --certificates " + place / "c.jsonl").code ==
             2);
  BOOST_TEST(contents(place / "c.jsonl") == "older");
  BOOST_TEST(place.files() == 2U);
  BOOST_TEST(run("canon generate petersen | canon inspect - --format graph6 --certificates "
                 "/nowhere/c.jsonl")
                 .code == 4);
  BOOST_TEST(run("canon generate petersen | canon inspect - --format graph6 --certificates " +
                 place / "d.jsonl --solver lanczos")
                 .code == 2);
}

BOOST_AUTO_TEST_CASE(a_comparison_near_its_tolerance_is_a_warning) {
  const Workplace place;
  // Two eigenvalues 3e-9 apart: told apart, but only just.
  write_file(place / "a.el", "0 1 1\n2 3 1.000000003\n");
  const std::string warning = "\nwarning: 1 graph with a margin below 10\n";
  const Ran inspected = run("canon inspect " + place / "a.el" +
                            " --operator laplacian --certificates " + place / "c.jsonl");
  BOOST_TEST(inspected.code == 0);
  BOOST_TEST(inspected.out.ends_with(warning));
  BOOST_TEST(run("canon encode " + place / "a.el" + " --operator laplacian -o " + place / "a.npz")
                 .err.ends_with(warning));
  BOOST_TEST(run("canon certify " + place / "c.jsonl").out.find(warning) != std::string::npos);
}
