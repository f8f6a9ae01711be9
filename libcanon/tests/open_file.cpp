#define BOOST_TEST_MODULE open_file
#include "io_test.hpp"

#include <canon/base/open_file.hpp>

#include <boost/iostreams/stream.hpp>

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>

using namespace canon;
using namespace io_test;
namespace fs = std::filesystem;

namespace {

/// TMPDIR for as long as it lives.
class TemporaryFolderIs {
public:
  explicit TemporaryFolderIs(const fs::path& path) {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", path.c_str(), 1);
  }
  ~TemporaryFolderIs() {
    if (before_.empty())
      ::unsetenv("TMPDIR");
    else
      ::setenv("TMPDIR", before_.c_str(), 1);
  }

private:
  std::string before_;
};

} // namespace

BOOST_AUTO_TEST_CASE(a_nameless_file_is_nowhere) {
  Workplace temp;
  const TemporaryFolderIs folder(temp.path());
  OpenFile file = nameless_file();
  BOOST_CHECK_EQUAL(temp.files(), 0U);
  BOOST_CHECK((::fcntl(file.descriptor(), F_GETFD) & FD_CLOEXEC) != 0);
  const std::string text(100000, 'x');
  BOOST_CHECK(file.write(text));
  BOOST_CHECK_EQUAL(file.seek(0, SEEK_SET), 0);
  BOOST_CHECK_EQUAL(read_all(file, "text"), text);
}

BOOST_AUTO_TEST_CASE(without_a_temporary_folder) {
  Workplace temp;
  const TemporaryFolderIs folder(temp.path() / "none");
  BOOST_CHECK_EXCEPTION((void)nameless_file(), WriteError, [](const WriteError& error) {
    return std::string(error.what()).find("TMPDIR") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(a_stream_on_it_seeks_and_remembers_why_it_failed) {
  OpenFile file = nameless_file();
  {
    boost::iostreams::stream<FileDevice> stream(FileDevice{&file});
    stream << "0123456789";
    stream.seekp(3);
    stream << "x";
    stream.seekp(0, std::ios::end);
    stream << "y" << std::flush;
    BOOST_CHECK(stream.good());
  }
  BOOST_CHECK_EQUAL(file.seek(0, SEEK_SET), 0);
  BOOST_CHECK_EQUAL(read_all(file, "text"), "012x456789y");
  BOOST_CHECK_EQUAL(file.error(), 0);

  OpenFile read_only(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  boost::iostreams::stream<FileDevice> stream(FileDevice{&read_only});
  BOOST_CHECK(!(stream << "text" << std::flush));
  BOOST_CHECK_EQUAL(read_only.error(), EBADF);
}

BOOST_AUTO_TEST_CASE(writing_early_changes_neither_bytes_nor_errors) {
  const std::string piece(300000, 'x');
  OpenFile file = nameless_file();
  file.write_early();
  std::string all;
  for (int i = 0; i < 9; ++i) {
    BOOST_CHECK(file.write(piece + std::to_string(i)));
    all += piece + std::to_string(i);
  }
  BOOST_CHECK(file.sync());
  OpenFile moved = std::move(file);
  BOOST_CHECK(moved.write(piece + piece + piece + piece));
  BOOST_CHECK_EQUAL(moved.seek(0, SEEK_SET), 0);
  BOOST_CHECK(read_all(moved, "text") == all + piece + piece + piece + piece);
  BOOST_CHECK_EQUAL(moved.error(), 0);

  // What has no place on a disk refuses to be sent there, which is no failure.
  OpenFile nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  nowhere.write_early();
  for (int i = 0; i < 9; ++i)
    BOOST_CHECK(nowhere.write(piece));
  BOOST_CHECK_EQUAL(nowhere.error(), 0);
}

BOOST_AUTO_TEST_CASE(only_an_ordinary_file_is_opened_by_a_fixed_name) {
  Workplace temp;
  const fs::path victim = temp.put("victim", "untouched");
  fs::create_symlink("victim", temp.path() / "link");
  fs::create_symlink("made", temp.path() / "dangling");
  BOOST_REQUIRE_EQUAL(::mkfifo((temp.path() / "pipe").c_str(), 0666), 0);
  for (const char* name : {"link", "dangling", "pipe", "."})
    for (const int flags : {O_RDWR | O_CREAT, O_WRONLY | O_APPEND, O_RDONLY})
      BOOST_CHECK_THROW((void)open_ordinary_file(temp.path() / name, flags), WriteError);
  BOOST_CHECK(!fs::exists(temp.path() / "made"));
  OpenFile file = open_ordinary_file(victim, O_RDWR | O_CREAT);
  BOOST_CHECK_EQUAL(read_all(file, victim), "untouched");
  BOOST_CHECK_THROW((void)open_ordinary_file(temp.path() / "none", O_RDWR), WriteError);
}
