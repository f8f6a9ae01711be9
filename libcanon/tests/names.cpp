// Names of enumerations: every value has one, reads back, and is printed by it.
#define BOOST_TEST_MODULE names
#include <canon/canon.hpp>

#include <boost/test/unit_test.hpp>

#include <set>
#include <sstream>

using namespace canon;

namespace {

template <NamedEnum Enum>
void check_names(std::size_t count) {
  BOOST_TEST(values<Enum>().size() == count);
  std::set<std::string_view> seen;
  for (const Enum value : values<Enum>()) {
    BOOST_TEST(seen.insert(name(value)).second);
    BOOST_TEST(parse<Enum>(name(value)).value() == value);
    std::ostringstream text;
    text << value;
    BOOST_TEST(text.str() == name(value));
  }
  BOOST_TEST(names<Enum>().size() == count);
  BOOST_TEST(!parse<Enum>("no such name"));
  BOOST_TEST(!parse<Enum>(""));
}

} // namespace

BOOST_AUTO_TEST_CASE(every_enumeration) {
  check_names<GraphOperator>(6);
  check_names<Verdict>(5);
  check_names<Level>(6);
  check_names<Guarantee>(3);
  check_names<SignRule>(4);
  check_names<AxisRule>(2);
  check_names<AxisOrder>(2);
  check_names<Solver>(5);
  check_names<EncodingColumns>(4);
  check_names<GraphFormat>(8);
  check_names<Reason>(4);
  check_names<Check>(7);
  check_names<ReadOptions::Loops>(3);
  check_names<ReadOptions::Duplicates>(2);
  check_names<ReadOptions::Directed>(2);
}

BOOST_AUTO_TEST_CASE(spellings) {
  BOOST_TEST(parse<GraphOperator>("normalized_laplacian").value() ==
             GraphOperator::normalised_laplacian);
  BOOST_TEST(parse<Verdict>("sign-undetermined").value() == Verdict::sign_undetermined);
  BOOST_TEST(nearest_name("lapalcian", names<GraphOperator>()) == "laplacian");
  BOOST_TEST(nearest_name("zebra", names<GraphOperator>()).empty());
}

BOOST_AUTO_TEST_CASE(levels_are_in_order_of_strength) {
  BOOST_TEST((Level::none < Level::map && Level::map < Level::search &&
              Level::search < Level::joint && Level::joint < Level::orbit &&
              Level::orbit < Level::label));
}

BOOST_AUTO_TEST_CASE(the_version_is_that_of_its_parts) {
  BOOST_TEST(version == std::to_string(CANON_VERSION_MAJOR) + "." +
                            std::to_string(CANON_VERSION_MINOR) + "." +
                            std::to_string(CANON_VERSION_PATCH));
}
