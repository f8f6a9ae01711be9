#include "xml_scan.hpp"

#include "line_reader.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <vector>

namespace canon {

namespace {

constexpr std::size_t max_depth = 64;
constexpr std::string_view blanks = " \t\r\n";

class Scanner {
public:
  Scanner(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  XmlScan run() {
    if (const auto zero = text_.find('\0'); zero != std::string_view::npos) {
      at_ = zero;
      fail("XML text", "a zero byte");
    }
    while ((at_ = text_.find('<', at_)) != std::string_view::npos)
      markup();
    at_ = text_.size();
    if (!open_.empty()) fail("</" + open_.back() + ">", "the end of the file");
    if (result_.graph_line == 0) fail("a <graph>", "none");
    return result_;
  }

private:
  [[nodiscard]] std::size_t line() const {
    const auto before = text_.substr(0, at_);
    return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  }

  [[noreturn]] void fail(const std::string& expected, const std::string& got) const {
    throw ParseError(file_, line(), "expected " + expected + ", got " + got);
  }

  void skip_past(std::string_view end) {
    const auto found = text_.find(end, at_);
    if (found == std::string_view::npos) fail(quote_token(end), "the end of the file");
    at_ = found + end.size();
  }

  void markup() {
    const std::string_view here = text_.substr(at_);
    if (here.starts_with("<!--")) {
      skip_past("-->");
    } else if (here.starts_with("<![CDATA[")) {
      skip_past("]]>");
    } else if (here.starts_with("<?")) {
      skip_past("?>");
    } else if (here.starts_with("<!")) {
      if (!here.starts_with("<!DOCTYPE ") || here.find('[') < here.find('>'))
        fail("an element", quote_token(here));
      skip_past(">");
    } else if (here.starts_with("</")) {
      closing();
    } else {
      opening();
    }
  }

  std::string name(std::size_t start) {
    const auto end = std::min(text_.find_first_of(" \t\r\n/>", start), text_.size());
    return std::string(text_.substr(start, end - start));
  }

  void closing() {
    const std::string tag = name(at_ + 2);
    if (open_.empty() || open_.back() != tag)
      fail(open_.empty() ? "an element" : "</" + open_.back() + ">", quote_token("</" + tag));
    open_.pop_back();
    skip_past(">");
  }

  void opening() {
    const std::string tag = name(at_ + 1);
    element(tag);
    if (open_.size() == max_depth)
      fail("elements at most " + std::to_string(max_depth) + " deep", quote_token("<" + tag));
    for (;;) {
      at_ = std::min(text_.find_first_of("\"'<>", at_ + 1), text_.size());
      if (at_ == text_.size()) fail("'>'", "the end of the file");
      if (text_[at_] == '>') break;
      const char before = text_[text_.find_last_not_of(blanks, at_ - 1)]; // at worst the '<'
      // A quote anywhere else would hide tags from this scan that Boost sees.
      if (text_[at_] == '<' || before != '=') fail("an attribute", quote_token(text_.substr(at_)));
      const auto end = text_.find(text_[at_], at_ + 1);
      if (end == std::string_view::npos) fail("a closing quote", "the end of the file");
      at_ = end;
    }
    if (text_[at_ - 1] != '/') open_.push_back(tag);
  }

  void element(const std::string& tag) {
    if (tag == "hyperedge") fail("edges of two ends", "a <hyperedge>");
    if (tag == "node") ++result_.nodes;
    if (tag != "graph") return;
    if (result_.graph_line != 0) fail("one graph", "a second <graph>");
    result_.graph_line = line();
  }

  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  XmlScan result_;
};

} // namespace

XmlScan scan_graphml(const std::string& file, std::string_view text) {
  return Scanner(file, text).run();
}

} // namespace canon
