#define BOOST_TEST_MODULE matrix_market
#include "io_test.hpp"

using namespace canon;
using namespace io_test;

namespace {

constexpr auto format = GraphFormat::matrix_market;
const std::string banner = "%%MatrixMarket matrix coordinate ";

constexpr ReadOne read_one{format};
constexpr Fails fails{format};

} // namespace

BOOST_AUTO_TEST_CASE(the_kinds_that_are_graphs) {
  BOOST_CHECK(same_graph(read_one(banner + "pattern symmetric\n% c\n\n3 3 2\n2 1\n% c\n3 2\n"),
                         make_graph(3, {{0, 1}, {1, 2}})));
  BOOST_CHECK(same_graph(read_one(banner + "real symmetric\n3 3 1\n3 1 2.5"),
                         make_graph(3, {{0, 2, 2.5}})));
  BOOST_CHECK(
      same_graph(read_one("%%matrixmarket MATRIX Coordinate INTEGER Symmetric\n2 2 1\n2 1 4"),
                 make_graph(2, {{0, 1, 4.0}})));
  BOOST_CHECK(same_graph(read_one(banner + "real general\n3 3 4\n1 2 2\n2 1 2\n3 2 1\n2 3 1"),
                         make_graph(3, {{0, 1, 2.0}, {1, 2}})));
  BOOST_CHECK(same_graph(read_one(banner + "real symmetric\n0 0 0\n"), Graph{}));
  ReadOptions keep;
  keep.loops = ReadOptions::Loops::keep;
  BOOST_CHECK(same_graph(read_one(banner + "real general\n2 2 3\n1 1 5\n1 2 1\n2 1 1", keep),
                         make_graph(2, {{0, 0, 5.0}, {0, 1}})));
}

BOOST_AUTO_TEST_CASE(general_matrices_are_symmetric_or_symmetrised) {
  const std::string one_sided = banner + "real general\n3 3 2\n1 2 2\n3 2 1";
  fails(one_sided, 3, "expected edge 1-0 wherever edge 0-1 is listed");
  ReadOptions options;
  options.directed = ReadOptions::Directed::symmetrise;
  BOOST_CHECK(same_graph(read_one(one_sided, options), make_graph(3, {{0, 1, 2.0}, {1, 2}})));
  const std::string unequal = banner + "real general\n2 2 2\n1 2 2\n2 1 3";
  fails(unequal, 4, "expected weight 2 and label 0 as in line 3, got edge 1-0 with weight 3");
  fails(unequal, 4, "with weight 3", options);
  fails(banner + "real general\n2 2 3\n1 2 2\n2 1 2\n1 2 2", 5, "edge 0-1 again", options);
}

BOOST_AUTO_TEST_CASE(banners_that_are_no_graph) {
  fails("", 1, "expected %%MatrixMarket");
  fails("3 3 1\n", 1, "expected %%MatrixMarket, got \"3\"");
  fails("%%MatrixMarket vector coordinate real general\n", 1, "expected matrix, got \"vector\"");
  fails("%%MatrixMarket matrix array real general\n", 1, "expected coordinate, got \"array\"");
  fails(banner + "complex symmetric\n", 1, "expected real, integer or pattern, got \"complex\"");
  fails(banner + "real skew-symmetric\n", 1, "symmetric or general, got \"skew-symmetric\"");
  fails(banner + "real hermitian\n", 1, "symmetric or general, got \"hermitian\"");
  fails(banner + "real", 1, "symmetric or general, got \"\"");
  fails(banner + "real general x", 1, "expected the end of the line");
}

BOOST_AUTO_TEST_CASE(malformed_matrices_are_named) {
  const std::string head = banner + "real symmetric\n";
  fails(head, 2, "expected a line of rows, columns and entries");
  fails(head + "3 3\n", 2, "expected the number of entries");
  fails(head + "3 2 0\n", 2, "expected a square matrix, got 3 x 2");
  fails(head + "3 3 2\n2 1 1\n", 4, "expected 2 entries, of which 1 have come");
  fails(head + "3 3 1\n2 1 1\n\n3 1 1\n", 5, "expected the end of the file after 1 entries");
  fails(head + "3 3 1\n1 2 1\n", 3, "expected an entry on or below the diagonal, got row 1");
  fails(head + "3 3 1\n4 1 1\n", 3, "expected a row from 1 to 3, got 4");
  fails(head + "3 3 1\n3 0 1\n", 3, "expected a column from 1 to 3, got 0");
  fails(head + "3 3 1\n2 1 0\n", 3, "expected a non-zero weight");
  fails(head + "3 3 1\n2 1 -1\n", 3, "expected a positive weight");
  fails(head + "3 3 1\n2 1 nan\n", 3, "expected a finite weight");
  fails(head + "3 3 1\n2 1\n", 3, "expected a real entry, got the end of the line");
  fails(head + "3 3 1\n2 1 1 1\n", 3, "expected the end of the line");
  fails(head + "3 3 1\n2,1,1\n", 3, "expected a row, got \"2,1,1\"");
  fails(head + "3 3 2\n2 1 1\n2 1 1\n", 4, "edge 1-0 again");
  fails(head + "3 3 1\n2 2 1\n", 3, "the loop 1-1");
  fails(banner + "integer symmetric\n3 3 1\n2 1 1.5\n", 3, "expected an integer entry");
  fails(banner + "pattern symmetric\n3 3 1\n2 1 1\n", 3, "expected the end of the line");
}

BOOST_AUTO_TEST_CASE(a_header_that_lies_takes_no_memory) {
  const std::string head = banner + "real symmetric\n";
  fails(head + "1000000000000000000 1000000000000000000 0\n", 2, "expected at most 50000000");
  fails(head + "40000000 40000000 0\n", 2, "that account for n = 40000000");
  fails(head + "3 3 1000000000000000000\n2 1 1\n", 4, "expected 1000000000000000000 entries");
}

BOOST_AUTO_TEST_CASE(writing) {
  BOOST_CHECK_EQUAL(write_text({record_of(make_graph(3, {{2, 0, 0.1}, {1, 0}}))}, format),
                    banner + "real symmetric\n3 3 2\n2 1 1\n3 1 0.1\n");
  BOOST_CHECK_EQUAL(write_text({record_of(make_graph(3, {{2, 0}}))}, format),
                    banner + "pattern symmetric\n3 3 1\n3 1\n");
  const auto g = record_of(Graph{1});
  BOOST_CHECK_THROW((void)write_text({g, g}, format), ArgumentError);
  BOOST_CHECK_THROW((void)write_text({}, format), ArgumentError);
  BOOST_CHECK_THROW((void)write_text({record_of(make_graph(2, {{0, 1, 1.0, 3}}))}, format),
                    ArgumentError);
}
