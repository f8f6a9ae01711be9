#define BOOST_TEST_MODULE report_page
#include "report/page.hpp"
#include "report/report.hpp"
#include "report/stamp.hpp"
#include "workplace.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>

using namespace canon::lab;

namespace {

Plot sample_plot() {
  Plot plot;
  plot.name = "fall";
  plot.title = "It's a_title with 100 %";
  plot.x = {"n", true, {}, {}, {}};
  plot.y = {"share", true, 1e-3, {}, {}};
  plot.series = {
      {"measured", Mark::line_points, {{10, 0.1, Interval{0.0, 0.2}}, {100, 0.01, {}}}, {}},
      {"1/n", Mark::curve, {{10, 0.1, {}}, {100, 0.01, {}}}, {}},
      {"never shown", Mark::points, {{10, 0.0, {}}, {-1, 1, {}}, {NAN, 1, {}}}, {}},
      {"bars", Mark::bars, {{10, 0.5, {}}, {20, 0.5, {}}}, {}},
      {"", Mark::band, {{10, 0.5, Interval{0.4, 0.6}}, {20, 0.5, Interval{0.4, 0.6}}}, 0}};
  return plot;
}

Report sample(double seconds) {
  Report report("sample", "A <title> & more");
  report.record().seed = 7;
  report.record().configuration["least"] = 6;
  report.heading("Part <1>");
  report.prose("Text with `code <b>` & a lone ` tick");
  Table table;
  table.name = "sizes";
  table.title = "<script>";
  table.columns = {{"name", Align::left, Origin::ours, ""}, {"n"}};
  table.row({"a<b", count_cell(3)});
  report.table(table);
  report.plot(sample_plot());
  report.record().stamp = make_stamp(seconds, 2);
  return report;
}

std::string without_stamp(const std::string& text) {
  Json json = Json::parse(text);
  json.erase("stamp");
  return json.dump();
}

/// PATH without any program, until the end of the test.
struct NoPrograms {
  std::string old = std::getenv("PATH");
  NoPrograms() { setenv("PATH", "/nonexistent", 1); }
  ~NoPrograms() { setenv("PATH", old.c_str(), 1); }
};

} // namespace

BOOST_AUTO_TEST_CASE(text_is_escaped) {
  BOOST_TEST(html_escaped("<a href='x\"'>&") == "&lt;a href=&#39;x&quot;&#39;&gt;&amp;");
  BOOST_TEST(html_prose("see `a<b` and ` alone") == "see <code>a&lt;b</code> and ` alone");
}

BOOST_AUTO_TEST_CASE(a_record_reads_back) {
  const Workplace place;
  const Record record = sample(1.5).record();
  write_record(record, place / "r.json");
  const Record again = read_record(place / "r.json");
  BOOST_TEST(record_text(again) == record_text(record));
  BOOST_TEST((again.tables == record.tables));
  BOOST_TEST(again.seed.value() == 7);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_record_is_named) {
  BOOST_CHECK_EXCEPTION(
      (void)record_of_text("{\"name\": 3}", "some.json"), canon::ParseError,
      [](const auto& e) { return std::string(e.what()).starts_with("some.json: expected"); });
  BOOST_CHECK_THROW((void)read_record("/nonexistent/r.json"), canon::ReadError);
}

BOOST_AUTO_TEST_CASE(only_the_stamp_differs_between_runs) {
  const std::string first = record_text(sample(1.0).record()),
                    second = record_text(sample(2.0).record());
  BOOST_TEST(first != second);
  BOOST_TEST(without_stamp(first) == without_stamp(second));
  // It stands last, so that a comparison by lines is enough.
  BOOST_TEST(first.substr(0, first.find("\"stamp\"")) ==
             second.substr(0, second.find("\"stamp\"")));
  for (const char* key : {"commit", "date", "compiler", "blas", "host_threads", "seconds"})
    BOOST_TEST(Json::parse(first)["stamp"].contains(key));
}

BOOST_AUTO_TEST_CASE(without_gnuplot_all_but_the_plots_is_written) {
  const Workplace place;
  const NoPrograms nowhere;
  const auto published = sample(1.0).publish(place / "out");
  BOOST_TEST(published.missing == "1 plot not drawn: no gnuplot on PATH (Debian: gnuplot-nox)");
  BOOST_TEST(published.files.size() == 3U);
  const std::string page = contents(place / "out/sample.html");
  BOOST_TEST(page.find("not drawn, no gnuplot on PATH") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_page_is_escaped_and_loads_nothing) {
  const Workplace place;
  const auto published = sample(1.0).publish(place / "out");
  const std::string page = contents(place / "out/sample.html");
  BOOST_TEST(page.find("A &lt;title&gt; &amp; more") != std::string::npos);
  BOOST_TEST(page.find("<script") == std::string::npos);
  BOOST_TEST(page.find("a&lt;b") != std::string::npos);
  BOOST_TEST(page.find("<link") == std::string::npos);
  BOOST_TEST(page.find("src=") == std::string::npos);
  BOOST_TEST(page.find("@import") == std::string::npos);
  BOOST_TEST(page.find("sample-sizes.csv") != std::string::npos);
  if (!published.missing.empty()) {
    BOOST_TEST_MESSAGE("skipped: the drawing itself, " << published.missing);
    return;
  }
  BOOST_TEST(published.files.size() == 4U);
  BOOST_TEST(page.find("<svg") != std::string::npos);
  const std::string svg = contents(place / "out/sample-fall.svg");
  BOOST_TEST(svg.find("It's a_title with 100 %") != std::string::npos);
  BOOST_TEST(svg.find("never shown") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_plot_of_nothing_is_drawn_empty) {
  Plot plot;
  plot.name = "empty";
  const Drawing drawing = draw(plot);
  BOOST_TEST(drawing.missing.find("failed") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(plots_read_back) {
  Plot plot = sample_plot();
  plot.series.erase(plot.series.begin() + 2); // NaN differs from itself
  plot.x.ticks = {{1.0, "one"}};
  BOOST_TEST((plot_of(Json::parse(plot_json(plot).dump())) == plot));
}

BOOST_AUTO_TEST_CASE(an_existing_folder_is_written_again) {
  const Workplace place;
  (void)sample(1.0).publish(place / "out");
  const std::string first = contents(place / "out/sample.json");
  (void)sample(2.0).publish(place / "out");
  BOOST_TEST(contents(place / "out/sample.json") != first);
  BOOST_TEST(place.files() == 1U); // no temporary one
}

BOOST_AUTO_TEST_CASE(folders_that_cannot_serve_are_refused_early) {
  const Workplace place;
  std::ofstream(place / "file") << "x";
  BOOST_CHECK_THROW(check_report_folder(place / "file"), canon::ArgumentError);
  BOOST_CHECK_THROW(check_report_folder(place / "no/where"), canon::ArgumentError);
  BOOST_CHECK_NO_THROW(check_report_folder(place / "new"));
  BOOST_CHECK_NO_THROW(check_report_folder(place / "new/"));
  BOOST_CHECK_NO_THROW(check_report_folder(place.path()));
  BOOST_TEST(place.files() == 1U);
}

BOOST_AUTO_TEST_CASE(names_are_unique_and_plain) {
  Report report = sample(1.0);
  Table table;
  table.name = "sizes";
  BOOST_CHECK_THROW(report.table(table), canon::ArgumentError);
  table.name = "../up";
  BOOST_CHECK_THROW(report.table(table), canon::ArgumentError);
}

BOOST_AUTO_TEST_CASE(a_stamp_tells_its_time_in_a_fitting_unit) {
  const auto ends = [](double seconds, const std::string& expected) {
    const std::string line = canon::lab::stamp_line({{"seconds", seconds}});
    BOOST_TEST(
        (line.size() > expected.size() && line.substr(line.size() - expected.size()) == expected),
        line << ", expected " << expected);
  };
  ends(28.4, ", 28.4 s");
  ends(422.0, ", 7 min");
  ends(2940.0, ", 49 min");
  ends(9000.0, ", 2.5 h");
}
