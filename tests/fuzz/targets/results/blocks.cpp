#include <encke/store/block/hit_records.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/committed.hpp>
#include <encke/store/file_check.hpp>
#include <encke/store/text/manifest.hpp>
#include <filesystem>

#include "support/fuzz.hpp"
#include "support/sealed.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace encke;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  // A block file: as it is, or with checksums that are right and in a store.
  store::Identity identity;
  identity.add("way", "2");
  const bool as_it_is = fuzz::choose(input, 2) == 1;
  const std::string directory = fuzz::path_of("s.blocks");
  std::filesystem::create_directory(directory);
  const std::string name = "s.blocks/" + store::block_name(1, 0) + store::closed_ending;
  const auto path =
      fuzz::file(name, as_it_is ? std::string(input) : fuzz::sealed_blocks(input, identity.hash()));
  return fuzz::expect_documented([&] {
    const auto check = store::check_bytes(path, identity.hash());
    for (const auto& finding : check.findings) {
      if (!as_it_is && std::getenv("ENCKE_FUZZ_SAY") != nullptr) {
        std::fprintf(stderr, "  %s\n", store::text(finding).c_str());
      }
    }
    if (!check.findings.empty()) return;
    const store::BlockFile listed[] = {store::describe(path, check)};
    store::Manifest::create(directory + "/manifest", identity, listed);
    const store::BlockSet set({fuzz::path_of("s")});
    for (const auto& tile : set.tiles()) {
      if (set.way() == 2) set.read<2>(tile, [](auto) {});
      if (set.way() == 3) set.read<3>(tile, [](auto) {});
    }
  });
}
