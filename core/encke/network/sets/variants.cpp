#include <fmt/format.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/file/input_file.hpp>
#include <encke/file/line_reader.hpp>
#include <encke/io/plink/plink_text.hpp>
#include <encke/network/sets/variants.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Lines of a .bim that have the id, the first two in words.
struct Places {
  Index count = 0;
  std::string first;
};

Places places_of(const std::string& path, std::string_view id) {
  Places places;
  io::InputFile file(path);
  io::LineReader reader(file);
  std::array<std::string_view, 2> columns;
  while (reader.next()) {
    if (io::split_blanks(reader.line(), columns) < 2 || columns[1] != id) continue;
    if (places.count < 2) {
      places.first += fmt::format("{}{}", places.count == 0 ? "" : " and ", reader.number());
    }
    ++places.count;
  }
  return places;
}

}  // namespace

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
  io::BimVariants bim = io::read_bim(path, log);
  const std::vector<std::string> ids = bim.ids;
  io::name_by_sites(bim.sites, bim.ids);
  Variants variants = of(bim.ids, bim.sites, log.files.front());
  for (std::size_t v = 0; v < ids.size(); ++v) {
    if (ids[v] == bim.ids[v]) continue;
    variants.entries_.find(bim.ids[v])->second.site.is_made = true;
    variants.former_.try_emplace(ids[v], bim.ids[v]);
  }
  return variants;
}

const Variants::Site* Variants::find(std::string_view id) const {
  const auto found = entries_.find(id);
  const bool once = found != entries_.end() && found->second.times == 1;
  return once ? &found->second.site : nullptr;
}

const Variants::Site& Variants::site(std::string_view id) const {
  if (const Site* const found = find(id)) return *found;
  refuse(id);
}

void Variants::refuse(std::string_view id) const {
  std::string what = fmt::format("{}: variant {} of a set is ", file_.path, in_quotes(id));
  if (const auto now = former_.find(id); now != former_.end()) {
    const Places places = places_of(file_.path, id);
    what += fmt::format("there {}, {} {}; edges of Encke call {} {}", counted(places.count, "time"),
                        places.count == 1 ? "in line" : "first in lines", places.first,
                        places.count == 1 ? "it" : "the first of them", in_quotes(now->second));
  } else if (const auto found = entries_.find(id); found != entries_.end()) {
    what +=
        fmt::format("there {}; sets need ids, or chromosomes, positions and alleles that differ",
                    counted(found->second.times, "time"));
  } else {
    what += "not there";
  }
  throw Error(Failure::inconsistent, what);
}

}  // namespace encke::network
