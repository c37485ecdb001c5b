#include <encke/store/text/stored_domain.hpp>
#include <string>

#include "support/domains.hpp"
#include "support/files.hpp"

namespace encke::store {
namespace {

using io::expect_error;

class DomainFile : public testing::Test {
 protected:
  std::string directory() const { return files_.path(""); }
  io::TemporaryFiles files_;
};

TEST_F(DomainFile, keeps_domains_of_every_kind) {
  for (const domains::Given& given : domains::all_kinds(2, 60)) {
    const Domain domain = given.domain();
    if (domain.everything()) continue;
    write_domain(directory(), domain);
    EXPECT_FALSE(damage_of_domain(directory(), domain.text())) << given.name;
    EXPECT_EQ(read_domain(directory(), domain.text()), domain) << given.name;
  }
}

TEST_F(DomainFile, is_refused_with_any_byte_changed_or_missing) {
  const Domain domain = Domain::of_window(Window::within_places(20, 3));
  const std::string whole = domain.stored();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    for (const std::string& bytes : {changed, whole.substr(0, at)}) {
      files_.write("domain", bytes);
      EXPECT_TRUE(damage_of_domain(directory(), domain.text())) << at;
      expect_error([&] { read_domain(directory(), domain.text()); }, Failure::checksum,
                   {"domain: what is compared is not as it was written", "--resume"});
    }
  }
}

TEST_F(DomainFile, that_is_not_there_or_cannot_be_written_is_refused) {
  const Domain domain = Domain::of_window(Window::within_places(20, 3));
  expect_error([&] { read_domain(directory(), domain.text()); }, Failure::checksum, {"not there"});
  expect_error([&] { write_domain(files_.path("no/directory"), domain); }, Failure::open,
               {"domain"});
}

}  // namespace
}  // namespace encke::store
