#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/traits/sample_numbers.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // Phenotypes and covariates.
  const bool named = fuzz::choose(input, 2) == 1;
  const auto path = fuzz::file("pheno.txt", input);
  std::vector<io::SampleId> samples;
  std::vector<std::string> names;
  for (const char* name : {"a", "b", "c", "d"}) {
    samples.push_back({.family = "0", .individual = name, .phenotype = "1"});
    names.push_back(std::string("0 ") + name);
  }
  fuzz::expect_documented([&] {
    io::ReadLog log;
    io::Kept kept(samples.size(), 1);
    (void)io::select_classes({.file = path, .name = named ? "y" : ""}, "", samples, kept, log);
  });
  return fuzz::expect_documented([&] {
    (void)io::read_sample_numbers(
        path, named ? std::vector<std::string>{"y"} : std::vector<std::string>{}, names);
  });
}
