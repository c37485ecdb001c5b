#pragma once

#include <encke/base/error.hpp>
#include <encke/network/mcl.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace encke::network {

/// Components that a rank is to work on: what each starts with, the largest first, and how.
struct Handed {
  MclOptions options{};  ///< without threads, finished, helpers and check_stop
  std::vector<Columns> starts;
};

/// What a rank answers: the components that are done, by their places among those that it was
/// handed, and what kept it from the others.
struct Answer {
  std::vector<std::pair<std::size_t, FinishedComponent>> done;
  std::optional<Error> failure;
};

std::vector<std::byte> bytes_of(const MclOptions& options, std::span<const Columns> starts);
std::vector<std::byte> bytes_of(const Answer& answer);
/// Throw Error(internal) for bytes that are not those of bytes_of().
Handed handed_of(std::span<const std::byte> bytes);
Answer answer_of(std::span<const std::byte> bytes);

}  // namespace encke::network
