#pragma once

#include "encke/commands/row.hpp"
#include "request.hpp"

namespace encke::cli {

/// Does what `request` asks for, on one rank, and publishes its files together. Throws Error.
void run_ordination(const OrdinationRequest& request, const Stage& stage);

}  // namespace encke::cli
