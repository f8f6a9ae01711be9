#define BOOST_TEST_MODULE encoding_io
#include <canon/encoding_io.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace canon;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("canon-encoding-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

template <typename T>
T number_at(const std::string& bytes, std::size_t place) {
  T value{};
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

/// The bytes of a stored member, found through its local header as any zip reader may.
std::string member(const std::string& zip, const std::string& name) {
  for (std::size_t at = 0; number_at<std::uint32_t>(zip, at) == 0x04034b50;) {
    const auto name_size = number_at<std::uint16_t>(zip, at + 26);
    const auto extra = number_at<std::uint16_t>(zip, at + 28);
    const auto size = number_at<std::uint64_t>(zip, at + 30 + name_size + 4);
    const std::size_t data = at + 30 + name_size + extra;
    if (zip.substr(at + 30, name_size) == name) return zip.substr(data, size);
    at = data + size;
  }
  BOOST_FAIL("no member " << name);
  return {};
}

std::vector<Graph> graphs() {
  return {cycle_graph(3), path_graph(5), Graph(1), Graph{}, petersen_graph()};
}

} // namespace

BOOST_AUTO_TEST_CASE(npz_holds_the_arrays_of_the_interface) {
  const Folder folder;
  EncodingOptions options;
  options.k = 4;
  const fs::path file = folder.path / "out.npz";
  const auto writer = npz_writer(file, options.width(), options.k);
  for (const Graph& g : graphs())
    writer->write(encode(g, options));
  BOOST_TEST(!fs::exists(file)); // nothing under its name before it is whole
  writer->finish();

  const std::string zip = content(file);
  const std::string encoding = member(zip, "encoding.npy");
  BOOST_TEST(encoding.substr(1, 5) == "NUMPY");
  BOOST_TEST(encoding.find("'descr': '<f8', 'fortran_order': False, 'shape': (19, 4)") !=
             std::string::npos);
  BOOST_TEST(encoding.size() == 128 + 19 * 4 * 8);
  const Encoding path = encode(path_graph(5), options);
  for (std::size_t v = 0; v < 5; ++v)
    for (std::size_t j = 0; j < 4; ++j)
      BOOST_TEST(number_at<double>(encoding, 128 + 8 * (4 * (3 + v) + j)) == path.features(v, j));

  const std::string offsets = member(zip, "offsets.npy");
  BOOST_TEST(offsets.find("'descr': '<i8', 'fortran_order': False, 'shape': (6,)") !=
             std::string::npos);
  const std::vector<std::int64_t> expected{0, 3, 8, 9, 9, 19};
  for (std::size_t i = 0; i < expected.size(); ++i)
    BOOST_TEST(number_at<std::int64_t>(offsets, 128 + 8 * i) == expected[i]);

  const std::string eigenvalues = member(zip, "eigenvalues.npy");
  BOOST_TEST(eigenvalues.find("'shape': (5, 4)") != std::string::npos);
  BOOST_TEST(std::isnan(number_at<double>(eigenvalues, 128 + 8 * 3))); // the triangle has three
  const std::string settled = member(zip, "settled.npy");
  BOOST_TEST(settled.find("'descr': '|u1'") != std::string::npos);
  BOOST_TEST(settled.size() == 128 + 20);
  BOOST_TEST(int{settled[128]} == 1);
  BOOST_TEST(int{settled[129]} == 0);
}

BOOST_AUTO_TEST_CASE(csv_reads_back_to_the_same_numbers) {
  const Folder folder;
  EncodingOptions options;
  options.k = 2;
  const auto writer = csv_writer(folder.path / "out.csv", options.width(), options.k);
  writer->write(encode(Graph(1), options));
  const Encoding path = encode(path_graph(3), options);
  writer->write(path);
  writer->finish();
  std::istringstream lines(content(folder.path / "out.csv"));
  std::string line;
  std::getline(lines, line);
  BOOST_TEST(line == "graph,vertex,x0,x1,eigenvalue0,eigenvalue1,settled0,settled1");
  std::getline(lines, line);
  BOOST_TEST(line == "0,0,1,0,1,nan,1,0");
  std::getline(lines, line);
  double x = 0.0;
  BOOST_REQUIRE(std::sscanf(line.c_str(), "1,0,%lf", &x) == 1);
  BOOST_TEST(x == path.features(0, 0));
}

BOOST_AUTO_TEST_CASE(what_is_not_finished_leaves_nothing) {
  const Folder folder;
  for (const char* name : {"out.npz", "out.csv"}) {
    const bool npz = std::string(name) == "out.npz";
    const auto writer =
        npz ? npz_writer(folder.path / name, 8, 8) : csv_writer(folder.path / name, 8, 8);
    writer->write(encode(path_graph(4)));
  }
  BOOST_TEST(fs::is_empty(folder.path));
}

BOOST_AUTO_TEST_CASE(errors) {
  const Folder folder;
  BOOST_CHECK_THROW((void)npz_writer(folder.path / "no" / "such.npz", 8, 8), WriteError);
  const auto writer = npz_writer(folder.path / "out.npz", 8, 8);
  EncodingOptions options;
  options.k = 3;
  BOOST_CHECK_THROW(writer->write(encode(path_graph(4), options)), ArgumentError);
  BOOST_CHECK_THROW(
      {
        const auto full = csv_writer("/dev/full", 8, 8);
        for (int i = 0; i < 1000; ++i)
          full->write(encode(path_graph(40)));
        full->finish();
      },
      WriteError);
}

BOOST_AUTO_TEST_CASE(no_graph_at_all) {
  const Folder folder;
  const auto writer = npz_writer(folder.path / "out.npz", 8, 8);
  writer->finish();
  const std::string zip = content(folder.path / "out.npz");
  BOOST_TEST(member(zip, "encoding.npy").find("'shape': (0, 8)") != std::string::npos);
  BOOST_TEST(number_at<std::int64_t>(member(zip, "offsets.npy"), 128) == 0);
}
