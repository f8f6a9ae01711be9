#define BOOST_TEST_MODULE atomic_file
#include "../src/atomic_file.hpp"

#include "../src/line_reader.hpp"
#include "io_test.hpp"

using namespace canon;
using namespace io_test;
namespace fs = std::filesystem;

namespace {
std::string contents(const fs::path& path) {
  return LineReader(path).rest();
}
} // namespace

BOOST_AUTO_TEST_CASE(a_file_appears_whole) {
  TempFolder temp;
  const fs::path path = temp.put("a", "old");
  {
    AtomicFile file(path);
    file.stream() << "new";
    BOOST_CHECK_EQUAL(contents(path), "old");
    file.commit();
  }
  BOOST_CHECK_EQUAL(contents(path), "new");
  BOOST_CHECK_EQUAL(temp.entries(), 1U);
}

BOOST_AUTO_TEST_CASE(or_not_at_all) {
  TempFolder temp;
  {
    AtomicFile file(temp.path() / "a");
    file.stream() << "new";
    AtomicFile zipped(temp.path() / "a.gz");
    zipped.stream() << "new";
    BOOST_CHECK_EQUAL(temp.entries(), 2U);
  }
  BOOST_CHECK_EQUAL(temp.entries(), 0U);
}

BOOST_AUTO_TEST_CASE(two_writers_of_one_target) {
  TempFolder temp;
  AtomicFile first(temp.path() / "a"), second(temp.path() / "a");
  first.stream() << "first";
  second.stream() << "second";
  first.commit();
  second.commit();
  BOOST_CHECK_EQUAL(contents(temp.path() / "a"), "second");
  BOOST_CHECK_EQUAL(temp.entries(), 1U);
}

BOOST_AUTO_TEST_CASE(gz_is_gzip) {
  TempFolder temp;
  const std::string text(300000, 'x');
  AtomicFile file(temp.path() / "a.gz");
  file.stream() << text;
  file.commit();
  BOOST_CHECK_LT(fs::file_size(temp.path() / "a.gz"), 10000U);
  BOOST_CHECK_EQUAL(contents(temp.path() / "a.gz"), text);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written) {
  TempFolder temp;
  BOOST_CHECK_THROW(AtomicFile(temp.path()), FileError);
  BOOST_CHECK_THROW(AtomicFile(temp.path() / "no/such/folder"), FileError);
  BOOST_CHECK_THROW(AtomicFolder(temp.path()), FileError);
  BOOST_CHECK_THROW(AtomicFolder(temp.path() / "no/such/folder"), FileError);
}

BOOST_AUTO_TEST_CASE(a_full_disk) {
  if (!fs::exists("/dev/full")) {
    BOOST_TEST_MESSAGE("skipped: no /dev/full");
    return;
  }
  TempFolder temp;
  fs::create_symlink("/dev/full", temp.path() / "a");
  fs::create_symlink("/dev/full", temp.path() / "a.gz");
  for (const char* name : {"a", "a.gz"}) {
    AtomicFile file(temp.path() / name);
    file.stream() << "text";
    BOOST_CHECK_THROW(file.commit(), FileError);
    BOOST_CHECK_THROW(
        [&] {
          const auto writer = graph_writer(temp.path() / name, GraphFormat::edge_list);
          for (int i = 0; i < 100000; ++i)
            writer->write(record_of(make_graph(2, {{0, 1, 1.0 / (i + 1)}})));
          writer->finish();
        }(),
        FileError);
  }
  BOOST_CHECK(fs::is_symlink(temp.path() / "a"));
}

BOOST_AUTO_TEST_CASE(a_link_stays_a_link) {
  TempFolder temp;
  temp.put("real", "old");
  fs::create_symlink("real", temp.path() / "link");
  AtomicFile file(temp.path() / "link");
  file.stream() << "new";
  file.commit();
  BOOST_CHECK(fs::is_symlink(temp.path() / "link"));
  BOOST_CHECK_EQUAL(contents(temp.path() / "real"), "new");
}

BOOST_AUTO_TEST_CASE(folders) {
  TempFolder temp;
  {
    AtomicFolder folder(temp.path() / "a");
    std::ofstream(folder.path() / "x") << "text";
  }
  BOOST_CHECK_EQUAL(temp.entries(), 0U);
  AtomicFolder folder(temp.path() / "a/");
  std::ofstream(folder.path() / "x") << "text";
  folder.commit();
  BOOST_CHECK_EQUAL(contents(temp.path() / "a/x"), "text");
}
