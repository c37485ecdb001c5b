#include <algorithm>
#include <encke/network/sets/variant_sets.hpp>
#include <utility>

namespace encke::network {
namespace {

void keep(VariantSet set, const Variants* variants, const SetOptions& options, VariantSets& out) {
  const auto size = static_cast<Index>(set.variants.size());
  if (size < options.least) {
    ++out.too_small;
  } else if (options.most && size > *options.most) {
    ++out.too_large;
  } else {
    if (variants != nullptr) {
      for (const std::string& id : set.variants) {
        if (variants->site(id).is_made) out.made_ids.insert(id);
      }
    }
    out.sets.push_back(std::move(set));
  }
}

/// Adds a variant to the part of its chromosome.
VariantSet& part_of(std::vector<VariantSet>& parts, const std::string& name,
                    const Variants::Site& site) {
  for (VariantSet& part : parts) {
    if (part.chromosome == site.chromosome) return part;
  }
  return parts.emplace_back(VariantSet{name, {}, site.chromosome, site.position});
}

}  // namespace

void add_set(const Graph& graph, std::span<const Node> nodes, const std::string& name,
             const Variants* variants, const SetOptions& options, VariantSets& out) {
  std::vector<std::string> ids;
  TextSet seen;
  for (const Node node : nodes) {
    if (graph.is_triple(node)) continue;
    const std::string_view id = graph.variant(node);
    if (seen.insert(id).second) ids.emplace_back(id);
  }
  if (variants == nullptr) return keep({name, std::move(ids)}, variants, options, out);
  std::vector<VariantSet> parts;
  for (std::string& id : ids) {
    const Variants::Site& site = variants->site(id);
    VariantSet& part = part_of(parts, name, site);
    part.position = std::min(part.position, site.position);
    part.variants.push_back(std::move(id));
  }
  if (parts.size() == 1) return keep(std::move(parts.front()), variants, options, out);
  if (options.per_chromosome) {
    for (VariantSet& part : parts) {
      part.name += ".chr" + part.chromosome;
      keep(std::move(part), variants, options, out);
    }
    return;
  }
  VariantSet whole{name, {}};
  for (VariantSet& part : parts) {
    for (std::string& id : part.variants) whole.variants.push_back(std::move(id));
  }
  keep(std::move(whole), variants, options, out);
}

}  // namespace encke::network
