#include "levels.hpp"

#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <vector>

namespace encke::cpu {

namespace level_portable {
const Kernels& kernels();
}
#if defined(__x86_64__)
namespace level_x86_64_v2 {
const Kernels& kernels();
}
namespace level_x86_64_v3 {
const Kernels& kernels();
}
#if !defined(ENCKE_NO_XEON_PHI)
namespace level_x86_64_knl {
const Kernels& kernels();
}
#endif
namespace level_x86_64_v4 {
const Kernels& kernels();
}
namespace level_x86_64_v4_carry {
const Kernels& kernels();
}
namespace level_x86_64_amx {
const Kernels& kernels();
}
#elif defined(__aarch64__)
namespace level_neon {
const Kernels& kernels();
}
#endif

static std::vector<const Kernels*>& all_levels() {
  static std::vector<const Kernels*> levels = {
    &level_portable::kernels(),
#if defined(__x86_64__)
    &level_x86_64_v2::kernels(),
    &level_x86_64_v3::kernels(),
#if !defined(ENCKE_NO_XEON_PHI)
    &level_x86_64_knl::kernels(),
#endif
    &level_x86_64_v4::kernels(),
    &level_x86_64_v4_carry::kernels(),
    &level_x86_64_amx::kernels(),
#elif defined(__aarch64__)
    &level_neon::kernels(),
#endif
  };
  return levels;
}

std::span<const Kernels* const> compiled_levels() { return all_levels(); }

void offer_level(const Kernels& kernels) { all_levels().push_back(&kernels); }

const Kernels& choose_level(const std::string& level) {
  const auto levels = compiled_levels();
  if (level == "auto") {
    const Kernels* best = levels.front();
    for (const auto* kernels : levels) {
      if (kernels->preferred()) best = kernels;
    }
    return *best;
  }
  std::string names;
  for (const auto* kernels : levels) {
    if (!kernels->supported()) continue;
    if (kernels->level == level) return *kernels;
    names += std::string(names.empty() ? "" : ", ") + kernels->level;
  }
  throw Error(Failure::command_line, "no instruction-set level " + in_quotes(level) +
                                         ": this build and CPU have auto, " + names);
}

}  // namespace encke::cpu
