#include <encke/job/job.hpp>

#include "encke/compute.hpp"
#include "encke/report/plan_text.hpp"

namespace encke::cli {

void plan_only(const Command& command, Console& console, const Communicator& world) {
  const job::Preview found = job::preview(command.request, world);
  if (!found.remark.empty()) console.print(found.remark);
  for (const std::string& remark : found.remarks) console.print(remark);
  console.print(plan_text(found.request, found.extents, found.layout, found.rate_of_rank));
  console.emit_event("plan",
                     plan_json(found.request, found.extents, found.layout, found.rate_of_rank));
}

}  // namespace encke::cli
