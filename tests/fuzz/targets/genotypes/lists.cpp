#include <encke/io/bgen/sample_file.hpp>
#include <encke/io/id_list.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/select/chromosome_list.hpp>
#include <encke/io/select/position_ranges.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // Lists of ids, samples, ranges and chromosomes.
  const auto path = fuzz::file("list.txt", input);
  fuzz::expect_documented([&] { (void)io::read_id_list(path); });
  fuzz::expect_documented([&] { (void)io::read_sample_file(path); });
  fuzz::expect_documented([&] { (void)io::PositionRanges(path); });
  fuzz::expect_documented([&] {
    io::ReadLog log;
    (void)io::select_samples({.keep = path}, {{.family = "0", .individual = "a"}}, log);
  });
  return fuzz::expect_documented([&] { (void)io::ChromosomeList("--chr", input); });
}
