#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/io/source.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/request/compared.hpp>
#include <encke/job/request/request.hpp>
#include <memory>
#include <string>

namespace encke::job {

/// An input whose extents are known, and the request as its data make it.
struct Opened {
  Request request;
  std::unique_ptr<io::Source> source;
  Extents extents;
  Compared compared = {};
  std::string remark = {};
};

/// Opens the input of a request, and looks for whole numbers in it where the request says so.
/// Collective. Throws what open_input() and compared_in() throw.
Opened open(const Request& request, const Communicator& world);

}  // namespace encke::job
