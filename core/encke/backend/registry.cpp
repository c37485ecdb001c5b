#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>

namespace encke {
namespace {

/// The first that works, from the fastest down; the reference, which nobody means by "auto", only
/// where there is no other.
std::unique_ptr<TileBackend> make_fastest(std::span<const BackendEntry> backends,
                                          const BackendOptions& options, std::string* warning) {
  for (std::size_t i = backends.size() - 1; i > 1; --i) {
    try {
      auto backend = backends[i].make(options);
      if (!options.contraction || backend->supports(*options.contraction)) return backend;
    } catch (const NoDevice&) {
      // as if it had not been built
    } catch (const Error& error) {
      // a level that it does not have may be another's
      const bool other_level = error.failure() == Failure::command_line;
      if (!other_level && error.failure() != Failure::gpu) throw;
      if (!other_level) *warning = error.what();
    }
  }
  return backends[std::min<std::size_t>(1, backends.size() - 1)].make(options);
}

std::unique_ptr<TileBackend> make_named(std::string_view name, const BackendOptions& options,
                                        std::string* warning,
                                        std::span<const BackendEntry> backends) {
  if (name == "auto") return make_fastest(backends, options, warning);
  std::string built;
  for (const auto& backend : backends) {
    if (backend.name == name) return backend.make(options);
    built += (built.empty() ? "" : ", ") + std::string(backend.name);
  }
  throw Error(Failure::command_line,
              "no backend " + in_quotes(name) + ": this build has auto, " + built);
}

}  // namespace

std::unique_ptr<TileBackend> make_backend(std::string_view name, const BackendOptions& options,
                                          std::string* warning,
                                          std::span<const BackendEntry> backends) {
  std::string trouble;
  auto backend = make_named(name, options, &trouble, backends);
  if (backend->devices() < options.devices) {
    throw Error(Failure::gpu, !trouble.empty()
                                  ? trouble
                                  : "--devices " + std::to_string(options.devices) +
                                        ": the backend " + std::string(backend->name()) +
                                        " works on one device");
  }
  if (warning != nullptr && !trouble.empty()) *warning = trouble;
  return backend;
}

}  // namespace encke
