#include "canon/encoding_file.hpp"

#include <canon/error.hpp>

#include <fstream>

namespace canon::tool {
namespace {

namespace fs = std::filesystem;

std::optional<EncodingFile> by_name(const std::string& out) {
  if (out == "-" || out.ends_with(".csv") || out.ends_with(".csv.gz")) return EncodingFile::csv;
  if (out.ends_with(".npz")) return EncodingFile::npz;
  if (out.ends_with(".h5") || out.ends_with(".hdf5")) return EncodingFile::h5;
  return std::nullopt;
}

/// By its first bytes.
std::unique_ptr<EncodingReader> open_part(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string head(8, '\0');
  if (in.read(head.data(), 8) && head == "\x89HDF\r\n\x1a\n") return h5_part(path);
  return open_encoding_part(path);
}

} // namespace

void add_encoding_file(CommandLine& line) {
  line.option("to", "KIND",
              comma_separated(names<EncodingFile>()) +
                  " (default: by the name; csv on standard output)");
}

EncodingFile encoding_file_option(const CommandLine& line) {
  const std::string out = line.text("out");
  const std::optional<EncodingFile> kind =
      line.given("to") ? line.enumerator<EncodingFile>("to") : by_name(out);
  if (!kind)
    throw UsageError("--out: expected a name in .npz, .csv or .h5, or --to npz|csv|h5, got '" +
                     out + "'");
  if (*kind != EncodingFile::csv && out.ends_with(".gz"))
    throw UsageError("--out: expected a name without .gz for " + std::string(name(*kind)) +
                     ", got '" + out + "'");
  if (*kind == EncodingFile::h5 && !has_hdf5())
    throw UsageError("--out: this program is built without HDF5 (CANON_WITH_HDF5)");
  if (*kind == EncodingFile::h5 && out == "-")
    throw UsageError("--out: expected a file for h5, got standard output");
  return *kind;
}

std::unique_ptr<EncodingWriter> encoding_writer(EncodingFile kind, const fs::path& path,
                                                std::size_t width, std::size_t k,
                                                const std::optional<PartLabel>& label) {
  switch (kind) {
  case EncodingFile::npz:
    return npz_writer(path, width, k, label);
  case EncodingFile::csv:
    return csv_writer(path, width, k, label);
  case EncodingFile::h5:
    break;
  }
  return h5_writer(path, width, k, label);
}

std::uint64_t merge_files(const std::vector<fs::path>& parts, EncodingFile kind,
                          const fs::path& out) {
  if (kind == EncodingFile::npz)
    if (const std::optional<std::uint64_t> graphs = merge_npz(parts, out)) return *graphs;
  return merge_encodings(
      parts, [&](std::size_t width, std::size_t k) { return encoding_writer(kind, out, width, k); },
      open_part);
}

} // namespace canon::tool
