#include <encke/comm/agree.hpp>
#include <encke/io/samples/half_males.hpp>
#include <encke/job/request/input.hpp>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/opened.hpp>
#include <utility>

namespace encke::job {

Opened open(const Request& request, const Communicator& world) {
  Opened input{.request = request};
  FoundNumbers found = find_numbers(request, world);
  input.request.numbers = found.numbers;
  input.remark = std::move(found.remark);
  const bool linkage = metric_of(request).linkage;
  input.request.subset.linkage = linkage;
  input.source = open_input(input.request, world);
  if (linkage) {
    agree(world, [&] { input.source = io::count_males_half_on_x(std::move(input.source)); });
  }
  input.extents = {input.source->vectors(), input.source->fields(), input.source->costs()};
  agree(world, [&] { input.compared = compared_in(input.request, *input.source); });
  return input;
}

}  // namespace encke::job
