#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/io/plink/plink_text.hpp>
#include <encke/network/sets/variants.hpp>
#include <utility>

namespace encke::network {

Variants Variants::of(const std::vector<std::string>& ids, const io::Sites& sites,
                      io::FileRecord file) {
  Variants variants;
  variants.file_ = std::move(file);
  for (Index v = 0; v < sites.size(); ++v) {
    const auto at = static_cast<std::size_t>(v);
    Entry& entry = variants.entries_[ids[at]];
    ++entry.times;
    entry.site = {sites.chromosome(v), sites.positions()[at]};
  }
  return variants;
}

Variants Variants::read_bim(const std::string& path) {
  io::ReadLog log;
  const io::BimVariants bim = io::read_bim(path, log);
  return of(bim.ids, bim.sites, log.files.front());
}

const Variants::Site& Variants::site(std::string_view id) const {
  const auto found = entries_.find(id);
  if (found != entries_.end() && found->second.times == 1) return found->second.site;
  const bool missing = found == entries_.end();
  throw Error(Failure::inconsistent,
              file_.path + ": variant " + in_quotes(id) +
                  (missing ? " of a set is not there"
                           : " of a set is there " + std::to_string(found->second.times) +
                                 " times; sets need ids that differ"));
}

}  // namespace encke::network
