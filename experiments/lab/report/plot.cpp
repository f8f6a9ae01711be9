#include "report/plot.hpp"

#include <limits>

namespace canon::lab {
namespace {

constexpr const char* mark_names[] = {"points", "line", "line-points", "curve", "bars", "band"};

Mark mark_of(const std::string& name) {
  for (std::size_t i = 0; i < std::size(mark_names); ++i)
    if (name == mark_names[i]) return static_cast<Mark>(i);
  return Mark::line_points;
}

/// JSON has no NaN; it is written as null.
double coordinate(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

/// x and y, then the ends of the interval or, of a bound, the word.
Json point_json(const Point& p) {
  if (p.bound) return {p.x, p.y, "bound"};
  return p.interval ? Json{p.x, p.y, p.interval->low, p.interval->high} : Json{p.x, p.y};
}

Json axis_json(const Axis& axis) {
  Json json = {{"label", axis.label}};
  if (axis.log) json["log"] = true;
  if (axis.least) json["least"] = *axis.least;
  if (axis.most) json["most"] = *axis.most;
  if (!axis.ticks.empty()) json["ticks"] = axis.ticks;
  return json;
}

Axis axis_of(const Json& json) {
  Axis axis;
  axis.label = json.at("label").get<std::string>();
  axis.log = json.value("log", false);
  if (json.contains("least")) axis.least = json["least"].get<double>();
  if (json.contains("most")) axis.most = json["most"].get<double>();
  if (json.contains("ticks"))
    axis.ticks = json["ticks"].get<std::vector<std::pair<double, std::string>>>();
  return axis;
}

} // namespace

Json plot_json(const Plot& plot) {
  Json json = {{"name", plot.name},
               {"title", plot.title},
               {"caption", plot.caption},
               {"x", axis_json(plot.x)},
               {"y", axis_json(plot.y)}};
  json["series"] = Json::array();
  for (const Series& series : plot.series) {
    Json one = {{"title", series.title}, {"mark", mark_names[static_cast<int>(series.mark)]}};
    if (series.colour) one["colour"] = *series.colour;
    one["points"] = Json::array();
    for (const Point& p : series.points)
      one["points"].push_back(point_json(p));
    json["series"].push_back(std::move(one));
  }
  return json;
}

Plot plot_of(const Json& json) {
  Plot plot;
  plot.name = json.at("name").get<std::string>();
  plot.title = json.at("title").get<std::string>();
  plot.caption = json.at("caption").get<std::string>();
  plot.x = axis_of(json.at("x"));
  plot.y = axis_of(json.at("y"));
  for (const Json& one : json.at("series")) {
    Series series;
    series.title = one.at("title").get<std::string>();
    series.mark = mark_of(one.at("mark").get<std::string>());
    if (one.contains("colour")) series.colour = one["colour"].get<std::size_t>();
    for (const Json& p : one.at("points")) {
      Point point{coordinate(p.at(0)), coordinate(p.at(1)), {}};
      point.bound = p.size() == 3;
      if (p.size() == 4) point.interval = {coordinate(p[2]), coordinate(p[3])};
      series.points.push_back(point);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

} // namespace canon::lab
