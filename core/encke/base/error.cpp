#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>

namespace encke {
namespace {

std::string mebibytes(std::int64_t bytes) {
  return std::to_string((bytes >> 20) + (bytes % (1 << 20) > 0 ? 1 : 0)) + " MiB";
}

std::string text(const Place& place) {
  std::string s = place.file;
  if (place.line) s.append(1, ':').append(std::to_string(*place.line));
  if (place.column) s.append(1, ':').append(std::to_string(*place.column));
  if (place.offset) s.append(": byte ").append(std::to_string(*place.offset));
  return s.append(": ");
}

}  // namespace

Error::Error(Failure failure, const std::string& message)
    : std::runtime_error(printable_message(message)), failure_(failure) {}

OutOfMemory::OutOfMemory(const std::string& what_for, std::int64_t needed, std::int64_t allowed)
    : Error(Failure::memory, "not enough memory for " + what_for + ": " + mebibytes(needed) +
                                 " needed" +
                                 (allowed > 0 ? ", " + mebibytes(allowed) + " allowed" : "")),
      needed_(needed),
      allowed_(allowed) {}

MalformedInput::MalformedInput(const Place& place, const std::string& message)
    : Error(Failure::malformed, text(place) + message), place_(place) {}

}  // namespace encke
