#pragma once

#include <encke/base/text/xml_text.hpp>
#include <string>
#include <string_view>

namespace encke::network {

/// A name of a key: "MCL_1.4" is "mcl_1.4".
inline std::string key_name(std::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

}  // namespace encke::network
