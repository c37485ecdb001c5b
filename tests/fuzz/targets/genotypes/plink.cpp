#include <encke/io/plink/plink.hpp>

#include "support/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A .bed, .bim and .fam.
  const Element elements[] = {Element::genotype, Element::bit, Element::genotype_moments,
                              Element::genotype_matches, Element::case_control};
  const Element element = elements[fuzz::choose(input, std::size(elements))];
  io::Subset subset;
  if (fuzz::choose(input, 2) == 1) {
    subset.maf = 0.1;
    subset.mind = 0.5;
    subset.hwe = 1e-3;
    subset.founders = true;
  }
  const auto files = fuzz::parts(input, 3);
  fuzz::file("p.bed", files[0]);
  fuzz::file("p.bim", files[1]);
  fuzz::file("p.fam", files[2]);
  return fuzz::expect_documented([&] {
    fuzz::read(io::open_plink(fuzz::path_of("p"), subset, MissingCode::missing, element));
  });
}
