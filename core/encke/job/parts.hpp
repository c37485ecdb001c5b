#pragma once

#include <encke/schedule/domain/domain.hpp>
#include <encke/store/block_set.hpp>
#include <encke/store/text/identity.hpp>
#include <span>
#include <string>

namespace encke::job {

/// Tiles that a run of this identity computes: those of its shares, or all.
Index tiles_of(const store::Identity& identity, const Domain& domain = {});

/// Throws Error(inconsistent) where parts are not complete, with their names, or else where shares
/// are missing, with their numbers. What is missing may also show in tiles alone.
void check_parts(std::span<const store::RunPart> parts, const Domain& domain = {});

/// Throws Error(inconsistent) where PREFIX.blocks is a complete part of a run, which is not to be
/// computed again by mistake. Another state is left to RunStore. Throws as BlockSet.
void refuse_complete_part(const std::string& prefix);

}  // namespace encke::job
