#define BOOST_TEST_MODULE report_table
#include "report/table.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace canon::lab;

namespace {

Table sample() {
  Table table;
  table.name = "sample";
  table.title = "Sizes";
  table.columns = {{"set", Align::left, Origin::ours, ""},
                   {"count", Align::right, Origin::ours, "ours"},
                   {"count", Align::right, Origin::paper, "paper"},
                   {"share", Align::right, Origin::ours, ""}};
  table.row({"a, \"b\"", count_cell(738), with_note(count_cell(740), "sic"), share_cell(1, 3)});
  table.row(
      {"line\nbreak", count_cell(5), Cell("-"), with_interval(percent_cell(0.25), {0.2, 0.3})});
  table.notes = {"one note"};
  return table;
}

} // namespace

BOOST_AUTO_TEST_CASE(csv_is_quoted_and_holds_raw_numbers) {
  BOOST_TEST(table_csv(sample()) ==
             "set,ours: count,paper: count,paper: count note,share,share low,share high\r\n"
             "\"a, \"\"b\"\"\",738,740,sic,0.3333333333333333,,\r\n"
             "\"line\nbreak\",5,-,,0.25,0.2,0.3\r\n");
}

BOOST_AUTO_TEST_CASE(json_reads_back_to_the_same_table) {
  const Table table = sample();
  BOOST_TEST((table_of(Json::parse(table_json(table).dump())) == table));
}

BOOST_AUTO_TEST_CASE(cells_say_what_they_hold) {
  BOOST_TEST(share_cell(5, 100).text == "5.00 %");
  BOOST_TEST(share_cell(5, 0).text == "-");
  BOOST_TEST(!share_cell(5, 0).value.has_value());
  BOOST_TEST(deviation_cell(0.84, 0.21, 2).text == "0.84 ± 0.21");
  BOOST_TEST(with_interval(percent_cell(0.25, 1), {0.2, 0.3}).text == "25.0 % [20, 30]");
  BOOST_TEST(with_interval(number_cell(0.25, 2), {0.2, 0.3}).text == "0.25 [0.2, 0.3]");
  const Cell none = number_cell(std::numeric_limits<double>::quiet_NaN(), 2);
  BOOST_TEST(none.text == "-");
  BOOST_TEST(!none.value.has_value());
}

BOOST_AUTO_TEST_CASE(text_lines_up_whatever_the_bytes) {
  Table table;
  table.columns = {{"x"}, {"y"}};
  table.row({deviation_cell(1, 2, 0), "1"});
  table.row({"12345", "1"});
  const std::string text = table_text(table);
  // "1 ± 2" has five places and six bytes.
  BOOST_TEST(text.find("  1 ± 2  1\n  12345  1\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_row_has_a_cell_for_every_column) {
  Table table = sample();
  BOOST_CHECK_THROW(table.row({"too", "few"}), canon::ArgumentError);
}
