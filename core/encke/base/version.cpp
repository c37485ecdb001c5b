#include <encke/base/version.hpp>

namespace encke {

std::string_view version() { return ENCKE_VERSION; }

}  // namespace encke
