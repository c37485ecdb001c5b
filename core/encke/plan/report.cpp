#include <encke/plan/report.hpp>
#include <iomanip>
#include <ostream>

namespace encke {

std::ostream& operator<<(std::ostream& out, const Report& r) {
  const auto old = out.precision(4);
  out << "backend      " << r.backend << (r.level.empty() ? "" : " " + r.level) << ", " << r.threads
      << (r.threads == 1 ? " thread\n" : " threads\n");
  out << "vectors      " << r.vectors << " of " << r.fields << " fields, " << r.missing
      << " missing\n";
  out << r.way << "-way tuples " << r.tuples << ", values " << r.values << ", hits " << r.hits
      << "\n";
  out << "comparisons  " << r.comparisons << " in " << r.seconds
      << " s: " << r.comparisons_per_second() << " a second\n";
  out << "of which     contract " << r.seconds_contract << " s, combine " << r.seconds_combine
      << " s, sink " << r.seconds_sink << " s\n";
  out << "digest       " << r.digest.text() << "\n";
  out.precision(old);
  return out;
}

}  // namespace encke
