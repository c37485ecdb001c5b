#include <encke/base/text/text_hash.hpp>
#include <encke/sink/kinship/sample_text.hpp>

namespace encke::sink {

std::string sample_columns(const Ids& ids, Index sample) {
  if (!ids) return "0\t" + std::to_string(sample);
  const std::string& id = (*ids)[static_cast<std::size_t>(sample)];
  const auto blank = id.find(' ');
  if (blank == std::string::npos) return "0\t" + id;
  return id.substr(0, blank) + '\t' + id.substr(blank + 1);
}

std::vector<std::string> one_name_each(const std::vector<std::string>& names) {
  std::vector<std::string> one;
  one.reserve(names.size());  // `seen` has views of what is in it
  TextSet seen(names.size());
  bool different = true;
  for (const std::string& name : names) {
    one.push_back(name.substr(name.find(' ') + 1));  // the whole, where there is no blank
    different = seen.insert(one.back()).second && different;
  }
  if (different) return one;
  one = names;
  for (std::string& name : one) {
    const auto blank = name.find(' ');
    if (blank != std::string::npos) name[blank] = '_';
  }
  return one;
}

}  // namespace encke::sink
