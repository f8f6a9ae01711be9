#pragma once

#include "cli/command_line.hpp"

#include <canon/encoding_io.hpp>
#include <canon/names.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace canon::tool {

/// What an encoding can be written as.
enum class EncodingFile { npz, csv, h5 };

[[nodiscard]] constexpr std::string_view name(EncodingFile value) {
  switch (value) {
  case EncodingFile::npz:
    return "npz";
  case EncodingFile::csv:
    return "csv";
  case EncodingFile::h5:
    return "h5";
  }
  return {};
}

/// --to, and what it and the name in --out say.
void add_encoding_file(CommandLine& line);
[[nodiscard]] EncodingFile encoding_file_option(const CommandLine& line);

[[nodiscard]] std::unique_ptr<EncodingWriter>
encoding_writer(EncodingFile kind, const std::filesystem::path& path, std::size_t width,
                std::size_t k, const std::optional<PartLabel>& label = {});

/// merge_encodings() with files of all kinds.
std::uint64_t merge_files(const std::vector<std::filesystem::path>& parts, EncodingFile kind,
                          const std::filesystem::path& out);

/// Whether this program is built with HDF5; without it the two below throw.
[[nodiscard]] bool has_hdf5();

/// The datasets of npz_writer() in an HDF5 file, in chunks; a part has its label as an attribute
/// `part`. Equal contents give equal bytes. Not for standard output.
[[nodiscard]] std::unique_ptr<EncodingWriter> h5_writer(const std::filesystem::path& path,
                                                        std::size_t width, std::size_t k,
                                                        const std::optional<PartLabel>& label);
[[nodiscard]] std::unique_ptr<EncodingReader> h5_part(const std::filesystem::path& path);

} // namespace canon::tool
