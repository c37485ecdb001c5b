#include <encke/comm/agree.hpp>
#include <encke/job/request/input.hpp>
#include <encke/job/request/opened.hpp>

namespace encke::job {

Opened open(const Request& request, const Communicator& world) {
  Opened input{.request = request};
  FoundNumbers found = find_numbers(request, world);
  input.request.numbers = found.numbers;
  input.remark = std::move(found.remark);
  input.source = open_input(input.request, world);
  input.extents = {input.source->vectors(), input.source->fields()};
  agree(world, [&] { input.compared = compared_in(input.request, *input.source); });
  return input;
}

}  // namespace encke::job
