#define BOOST_TEST_MODULE report_page
#include "report/page.hpp"
#include "report/page_parts.hpp"
#include "report/report.hpp"
#include "report/stamp.hpp"
#include "workplace.hpp"

#include <canon/error.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <regex>

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

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Where the links of a page lead.
std::vector<std::string> links(const std::string& page) {
  static const std::regex link("<a href=\"([^\"]*)\"");
  std::vector<std::string> targets;
  for (std::sregex_iterator it(page.begin(), page.end(), link), end; it != end; ++it)
    targets.push_back((*it)[1]);
  return targets;
}

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

BOOST_AUTO_TEST_CASE(links_lead_to_files_and_places_that_are_there) {
  const Workplace place;
  const auto published = sample(1.0).publish(place / "out");
  const std::string page = contents(place / "out/sample.html");
  std::size_t files = 0, places = 0;
  for (const std::string& target : links(page)) {
    if (target.starts_with("https://")) continue;
    BOOST_TEST_CONTEXT(target) {
      if (target.starts_with("#")) {
        ++places;
        BOOST_TEST(has(page, " id=\"" + target.substr(1) + "\""));
      } else {
        ++files;
        BOOST_TEST(std::filesystem::exists(place / ("out/" + target)));
      }
    }
  }
  BOOST_TEST(places == 3U); // heading, table, plot
  // The table's csv and json, the plot's json and, if it was drawn, svg.
  BOOST_TEST(files == (published.missing.empty() ? 4U : 3U));
  BOOST_TEST(has(page, "<a href=\"sample-sizes.csv\"><code>sample-sizes.csv</code></a>"));
}

BOOST_AUTO_TEST_CASE(a_page_leads_back_where_there_is_a_page_above) {
  const Workplace place;
  (void)sample(1.0).publish(place / "out");
  BOOST_TEST(!has(contents(place / "out/sample.html"), "index.html"));
  std::ofstream(place / "out/index.html") << "<!DOCTYPE html>";
  (void)sample(1.0).publish(place / "out");
  BOOST_TEST(has(contents(place / "out/sample.html"), "<a href=\"index.html\">"));
}

BOOST_AUTO_TEST_CASE(the_paper_is_named_once_with_a_link) {
  const std::string page = Page("title", "").html();
  const std::string title = "Laplacian Canonization: A Minimalist Approach to Sign and Basis "
                            "Invariant Spectral Embedding</a>, NeurIPS 2023";
  BOOST_TEST(has(page, "<a href=\"https://arxiv.org/abs/2310.18716\">" + title));
  BOOST_TEST(page.find(title) == page.rfind(title));
}

BOOST_AUTO_TEST_CASE(the_glossary_has_the_terms_that_occur_and_no_others) {
  BOOST_TEST(glossary_html("MAPS, ARSE, A11 and xRNI") == "");
  const std::string some = glossary_html("Linear-RSE, MAP, chosen model; A1.");
  for (const char* term : {"RSE", "MAP", "chosen model", "A1"})
    BOOST_TEST(has(some, std::string("<dt>") + term + "</dt>"));
  for (const char* term : {"RS", "RNI", "LapPE", "A2", "A3", "complete canonization"})
    BOOST_TEST(!has(some, std::string("<dt>") + term + "</dt>"));

  Page page("title", "");
  Table table;
  table.name = "rows";
  table.columns = {{"PE", Align::left}, {"A2"}};
  table.row({"LapPE + RS", with_note(count_cell(1), "RNI")});
  table.notes = {"complete canonization"};
  page.table(table, "");
  for (const char* term : {"PE", "A2", "LapPE", "RS", "RNI", "complete canonization"})
    BOOST_TEST(has(page.html(), std::string("<dt>") + term + "</dt>"));
  BOOST_TEST(!has(Page("title", "").html(), "id=\"glossary\""));
  const std::string molecules = glossary_html("test MAE: GatedGCN, PNA");
  for (const char* meaning : {"mean absolute error", "residual gated", "principal neighbourhood"})
    BOOST_TEST(has(molecules, meaning), meaning);
  BOOST_TEST(!has(molecules, "convolutional")); // GCN is another word than GatedGCN
}

BOOST_AUTO_TEST_CASE(contents_list_every_part_under_a_name_of_its_own) {
  Page page("title", "");
  Table table;
  table.name = "same";
  table.title = "One & all";
  for (const char* part : {"First", "Second"}) {
    page.heading(part);
    page.table(table, "");
  }
  const std::vector<std::string> expected = {"https://arxiv.org/abs/2310.18716", "#part-1",
                                             "#table-same", "#part-2", "#table-same-2"};
  BOOST_TEST(links(page.html()) == expected, boost::test_tools::per_element());
  BOOST_TEST(has(page.html(), ">One &amp; all</a>"));
}

BOOST_AUTO_TEST_CASE(the_legend_is_text_beside_the_drawing) {
  Plot plot = sample_plot();
  std::string legend = legend_html(plot);
  for (const char* title : {"measured", "1/n", "bars"})
    BOOST_TEST(has(legend, std::string("</svg>") + title + "</li>"));
  BOOST_TEST(!has(legend, "never shown"));
  BOOST_TEST(!has(legend, bound_title));
  plot.series[0].points.push_back({1000, 0.003, {}, true});
  BOOST_TEST(has(legend_html(plot), bound_title));
  BOOST_TEST(legend_html(Plot{}) == "");
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
  plot.series[0].points.push_back({1000, 0.003, {}, true});
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
