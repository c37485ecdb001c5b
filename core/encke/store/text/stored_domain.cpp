#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/store/block/block_file.hpp>
#include <encke/store/text/stored_domain.hpp>
#include <encke/store/text/stored_text.hpp>

namespace encke::store {
namespace {

std::string domain_path(const std::string& directory) { return directory + "/" + domain_name; }

std::optional<Domain> domain_of(const std::string& bytes) {
  try {
    return Domain::from_stored(bytes);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void write_domain(const std::string& directory, const Domain& domain) {
  sink::OutputFile file(domain_path(directory));
  file.write(domain.stored());
  file.commit();
}

std::optional<std::string> damage_of_domain(const std::string& directory, const std::string& text) {
  const auto bytes = contents_of(domain_path(directory));
  if (!bytes) return "what is compared is not there";
  const auto domain = domain_of(*bytes);
  if (domain && domain->text() == text) return std::nullopt;
  return "what is compared is not as it was written";
}

Domain read_domain(const std::string& directory, const std::string& text) {
  if (const auto damage = damage_of_domain(directory, text)) {
    throw Error(Failure::checksum,
                fmt::format("{}: {}; the command of this part with --resume writes it again",
                            domain_path(directory), *damage));
  }
  return Domain::from_stored(*contents_of(domain_path(directory)));
}

}  // namespace encke::store
