#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>

namespace encke {

std::unique_ptr<TileBackend> make_backend(std::string_view name, const BackendOptions& options) {
  // The build lists the backends from the plainest to the fastest.
  const auto backends = compiled_backends();
  if (name == "auto") return backends.back().make(options);
  std::string built;
  for (const auto& backend : backends) {
    if (backend.name == name) return backend.make(options);
    built += (built.empty() ? "" : ", ") + std::string(backend.name);
  }
  throw Error(Failure::command_line,
              "no backend '" + std::string(name) + "': this build has auto, " + built);
}

}  // namespace encke
