#define BOOST_TEST_MODULE shared_encoding
#include "test_files.hpp"

#include <canon/encoding_io.hpp>
#include <canon/error.hpp>
#include <canon/shared_encoding.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t k = 3;

/// Encodings of 10 graphs in pieces of 3, 3, 2 and 2; the second graph has no vertices.
struct Fixture {
  Fixture() {
    plan.label = {{0, 4}, 10, "graphs of 1 byte", "k=3"};
    plan.width = plan.k = k;
    for (std::size_t g = 0; g < 10; ++g) {
      Encoding e;
      const arma::uword n = g == 1 ? 0 : 2 + 3 * g % 7;
      e.features.set_size(n, k);
      e.features.imbue([&] { return 0.5 * static_cast<double>(++drawn); });
      e.eigenvalues = {1.0 * static_cast<double>(g), 2.0, 3.0};
      e.settled = {Guarantee::none, static_cast<Guarantee>(g % 3), Guarantee::none};
      encodings.push_back(std::move(e));
    }
    fs::create_directory(folder);
  }

  [[nodiscard]] PartLabel piece(std::size_t i) const {
    PartLabel label = plan.label;
    label.shard.index = i;
    return label;
  }
  [[nodiscard]] std::uint64_t vertices_before(std::uint64_t graph) const {
    std::uint64_t count = 0;
    for (std::uint64_t g = 0; g < graph; ++g)
      count += encodings[g].features.n_rows;
    return count;
  }
  void put(SharedEncoding& file, std::size_t i) const {
    EncodedPiece encoded(k, k);
    const PartLabel label = piece(i);
    for (std::uint64_t g = label.first(); g < label.first() + label.graphs(); ++g)
      encoded.write(encodings[g]);
    file.put(i, encoded, vertices_before(label.first()));
  }
  [[nodiscard]] std::string whole() const {
    const auto writer = npz_writer(place / "whole.npz", k, k);
    for (const Encoding& e : encodings)
      writer->write(e);
    writer->finish();
    return contents(place / "whole.npz");
  }

  Workplace place;
  fs::path folder = place / "parts", out = place / "out.npz";
  SharedEncoding::Plan plan;
  std::vector<Encoding> encodings;
  std::size_t drawn = 0;
};

} // namespace

BOOST_FIXTURE_TEST_CASE(writers_in_any_order_give_the_bytes_of_one, Fixture) {
  SharedEncoding a(folder, plan, "a"), b(folder, plan, "b");
  for (const std::size_t i : {2, 0})
    put(b, i);
  for (const std::size_t i : {3, 1})
    put(a, i);
  BOOST_TEST(a.finish(out) == 10U);
  BOOST_TEST((contents(out) == whole()));
}

BOOST_FIXTURE_TEST_CASE(a_missing_piece_is_named, Fixture) {
  SharedEncoding a(folder, plan, "a");
  for (const std::size_t i : {0, 1, 3})
    put(a, i);
  BOOST_CHECK_EXCEPTION((void)a.finish(out), ReadError, [](const ReadError& error) {
    return std::string(error.what()).find("piece 2/4 is missing") != std::string::npos;
  });
  BOOST_TEST(!fs::exists(out));
}

BOOST_FIXTURE_TEST_CASE(what_is_whole_is_found_again_and_nothing_else, Fixture) {
  {
    SharedEncoding a(folder, plan, "a"), b(folder, plan, "b");
    put(a, 0);
    put(a, 1);
    put(b, 2);
    put(b, 3);
  }
  // The end came while b wrote its last piece; of piece 1 the numbers never reached the disk.
  fs::resize_file(folder / "b.journal", fs::file_size(folder / "b.journal") - 1);
  std::string data = contents(folder / "encoding.npz");
  data[data.size() - vertices_before(10) * k * 8 + vertices_before(4) * k * 8 + 7] ^= 1;
  write_file(folder / "encoding.npz", data);
  SharedEncoding::prepare(folder, plan);
  SharedEncoding b(folder, plan, "b");
  BOOST_TEST((b.vertices_of(0) == vertices_before(3)));
  BOOST_TEST(!b.vertices_of(1));
  BOOST_TEST(b.vertices_of(2).has_value());
  BOOST_TEST(!b.vertices_of(3));
  put(b, 3);
  put(b, 1);
  BOOST_TEST(b.finish(out) == 10U);
  BOOST_TEST((contents(out) == whole()));
}

BOOST_FIXTURE_TEST_CASE(what_another_plan_left_is_removed, Fixture) {
  {
    SharedEncoding a(folder, plan, "a");
    put(a, 0);
  }
  plan.label.options = "k=3 random-signs";
  SharedEncoding::prepare(folder, plan);
  BOOST_TEST(!fs::exists(folder / "a.journal"));
  const SharedEncoding a(folder, plan, "a");
  BOOST_TEST(!a.vertices_of(0));
}

BOOST_FIXTURE_TEST_CASE(parts_are_merged_as_copies, Fixture) {
  std::vector<fs::path> parts;
  for (const std::size_t i : {3, 1, 0, 2}) {
    const PartLabel label = piece(i);
    parts.emplace_back(place / ("part" + std::to_string(i)));
    const auto writer = npz_writer(parts.back(), k, k, label);
    for (std::uint64_t g = label.first(); g < label.first() + label.graphs(); ++g)
      writer->write(encodings[g]);
    writer->finish();
  }
  BOOST_TEST((merge_npz(parts, out) == 10U));
  BOOST_TEST((contents(out) == whole()));
  // Not into what is no ordinary file, and not from text.
  BOOST_TEST(!merge_npz(parts, "-"));
  BOOST_TEST(!merge_npz(parts, "/dev/null"));
  write_file(parts.back(), "graph,vertex\n");
  BOOST_TEST(!merge_npz(parts, out));
  parts.pop_back();
  BOOST_CHECK_EXCEPTION((void)merge_npz(parts, out), ArgumentError, [](const ArgumentError& error) {
    return std::string(error.what()).find("lost: shard 2/4") != std::string::npos;
  });
}
