#include <encke/store/text/identity.hpp>
#include <encke/store/text/manifest.hpp>
#include <encke/store/text/stored_domain.hpp>

#include "support/fuzz.hpp"
#include "support/sealed.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A manifest: as it is, or with hashes that are right. And what else a store has as text.
  const bool as_it_is = fuzz::choose(input, 2) == 1;
  const auto path =
      fuzz::file("MANIFEST", as_it_is ? std::string(input) : fuzz::sealed_manifest(input));
  fuzz::expect_documented([&] { (void)store::Manifest::read_good_lines(path); });
  fuzz::expect_documented([&] { (void)Domain::from_stored(std::string(input)); });
  const auto text = store::unescaped(std::string(input));
  if (text && store::escaped(*text) != input) __builtin_trap();
  return fuzz::expect_documented([&] { (void)store::Manifest::open(path); });
}
