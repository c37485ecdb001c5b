#include <encke/file/line_reader.hpp>
#include <encke/file/plain_bytes.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // Lines of a file that may be compressed.
  const auto path = fuzz::file("lines.gz", input);
  return fuzz::expect_documented([&] {
    io::InputFile file(path);
    io::LineReader reader(file);
    Index bytes = 0;
    constexpr Index most = 1 << 26;  // what is packed well is large
    while (bytes < most && reader.next()) bytes += std::ssize(reader.line()) + 1;
    (void)file.record();
  });
}
