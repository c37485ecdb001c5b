#include <fmt/format.h>

#include <deque>
#include <encke/base/error.hpp>
#include <encke/io/tree/biom_parts.hpp>
#include <encke/io/tree/json_text.hpp>
#include <nlohmann/json.hpp>

namespace encke::io::detail {
namespace {

using Json = nlohmann::json;

/// The members of the text's object that are read.
enum class Member { other, rows, columns, shape, kind, data };

constexpr struct {
  Member member;
  const char* name;
} members[] = {{Member::rows, "rows"},
               {Member::columns, "columns"},
               {Member::shape, "shape"},
               {Member::kind, "matrix_type"},
               {Member::data, "data"}};

constexpr std::size_t member_count = std::size(members) + 1;

const char* name_of(Member member) {
  for (const auto& known : members) {
    if (known.member == member) return known.name;
  }
  return "";
}

/// A value of the text, as far as it matters.
struct Value {
  enum class Kind { container, text, whole, real, other };
  Kind kind = Kind::other;
  double number = 0;
  std::string* text = nullptr;

  bool is_number() const { return kind == Kind::whole || kind == Kind::real; }
};

/// Takes what the parser meets, value by value: no tree of the text is made, so that neither deep
/// nesting nor members that are not read cost memory.
class BiomEvents final : public nlohmann::json_sax<Json> {
 public:
  explicit BiomEvents(JsonText& text) : text_(text) {}

  bool null() override { return take({}); }
  bool boolean(bool) override { return take({}); }
  bool binary(binary_t&) override { return take({}); }
  bool number_integer(number_integer_t x) override { return take_whole(static_cast<double>(x)); }
  bool number_unsigned(number_unsigned_t x) override { return take_whole(static_cast<double>(x)); }
  bool number_float(number_float_t x, const string_t&) override {
    return take({.kind = Value::Kind::real, .number = x});
  }
  bool string(string_t& text) override { return take({.kind = Value::Kind::text, .text = &text}); }
  bool start_object(std::size_t) override { return open(true); }
  bool start_array(std::size_t) override { return open(false); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override;
  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) override;

  /// The table of the whole text.
  SparseTable finish();

 private:
  [[noreturn]] void refuse(const std::string& message) const { refuse_biom(text_.path(), message); }
  bool take_whole(double x) { return take({.kind = Value::Kind::whole, .number = x}); }
  bool take(const Value& value);
  bool open(bool object);
  bool close();

  void begin_member(Member member);
  void take_member(const Value& value, bool array);
  void take_element(const Value& value, bool object, bool array);
  void take_number(const Value& value);
  void end_item();
  std::vector<std::string>& ids() { return member_ == Member::rows ? observations_ : samples_; }

  void require_memory();
  void check_shape() const;
  void check_items() const;
  void fill_sparse(SparseTable& table) const;
  void fill_dense(SparseTable& table) const;

  JsonText& text_;
  std::int64_t id_bytes_ = 0;
  Index depth_ = 0;  ///< containers that are open
  bool began_ = false;
  Member member_ = Member::other;
  bool seen_[member_count] = {};
  bool id_follows_ = false;  ///< the last key was that of an id
  bool has_id_ = false;      ///< the object of a row or column has one
  std::vector<std::string> observations_;
  std::vector<std::string> samples_;
  std::string kind_;
  std::vector<Value> shape_;  ///< its first values, three at most

  // The items of 'data'. Those after one that is unfit are not stored.
  static constexpr Index none = -1;
  std::deque<double> numbers_;  ///< grows without a copy of what is there

  Index items_ = 0;
  Index width_ = none;     ///< numbers of the first item
  Index taken_ = 0;        ///< numbers of the item that is open
  Index unfit_ = none;     ///< the first item that is no list of numbers as long as the first
  Index fraction_ = none;  ///< the first item whose row or column is not whole
};

bool BiomEvents::key(string_t& name) {
  text_.note_token();
  id_follows_ = depth_ == 3 && name == "id";
  if (depth_ != 1) return true;
  member_ = Member::other;
  for (const auto& known : members) {
    if (name == known.name) begin_member(known.member);
  }
  return true;
}

/// Where a member comes twice the last one counts, as for most readers of JSON.
void BiomEvents::begin_member(Member member) {
  member_ = member;
  seen_[static_cast<std::size_t>(member)] = true;
  if (member == Member::rows || member == Member::columns) ids().clear();
  if (member == Member::shape) shape_.clear();
  if (member != Member::data) return;
  numbers_.clear();
  items_ = 0;
  width_ = unfit_ = fraction_ = none;
}

bool BiomEvents::parse_error(std::size_t position, const std::string&,
                             const Json::exception& error) {
  constexpr int number_overflow = 406;
  if (error.id == number_overflow) refuse("a number that is too large for float64");
  throw MalformedInput(
      {.file = text_.path(), .offset = static_cast<Index>(position > 0 ? position - 1 : 0)},
      began_ ? "the JSON (BIOM 1) is damaged or ends early; NaN and Infinity are none of its "
               "numbers"
      : text_.path().ends_with(".qza")
          ? "a QIIME 2 artifact; take the table out first: qiime tools export --input-path F "
            "--output-path D"
          : "neither HDF5 (BIOM 2) nor JSON (BIOM 1)");
}

bool BiomEvents::take(const Value& value) {
  text_.note_token();
  if (depth_ == 0) refuse("a JSON object expected (BIOM 1)");
  if (depth_ == 1) take_member(value, false);
  if (depth_ == 2) take_element(value, false, false);
  if (depth_ == 3 && member_ == Member::data) take_number(value);
  if (depth_ == 3 && id_follows_ && (member_ == Member::rows || member_ == Member::columns)) {
    if (value.kind != Value::Kind::text) refuse("member 'id': a text expected");
    if (has_id_) ids().pop_back();  // of two the last
    has_id_ = true;
    id_bytes_ += static_cast<std::int64_t>(value.text->size());
    ids().push_back(std::move(*value.text));
    require_memory();
  }
  return true;
}

bool BiomEvents::open(bool object) {
  text_.note_token();
  const Value container{.kind = Value::Kind::container};
  if (depth_ == 0 && !object) refuse("a JSON object expected (BIOM 1), an array found");
  if (depth_ == 1) take_member(container, !object);
  if (depth_ == 2) take_element(container, object, !object);
  if (depth_ == 3) take(container);
  ++depth_;
  began_ = true;
  return true;
}

bool BiomEvents::close() {
  text_.note_token();
  --depth_;
  if (depth_ == 1) member_ = Member::other;
  if (depth_ == 2 && member_ == Member::data) end_item();
  if (depth_ == 2 && (member_ == Member::rows || member_ == Member::columns) && !has_id_) {
    refuse("no member 'id'");
  }
  return true;
}

void BiomEvents::take_member(const Value& value, bool array) {
  if (member_ == Member::other) return;
  if (member_ == Member::kind) {
    kind_ = value.kind == Value::Kind::text ? *value.text : "";
  } else if (!array) {
    refuse(fmt::format("member '{}': an array expected", name_of(member_)));
  }
}

/// An element of an array that is a member.
void BiomEvents::take_element(const Value& value, bool object, bool array) {
  switch (member_) {
    case Member::rows:
    case Member::columns:
      if (!object) refuse(fmt::format("'{}': objects expected", name_of(member_)));
      has_id_ = false;
      break;
    case Member::shape:
      if (shape_.size() < 3) shape_.push_back(value);
      break;
    case Member::data:
      taken_ = 0;
      if (!array && unfit_ == none) unfit_ = items_;
      if (value.kind != Value::Kind::container) ++items_;
      break;
    case Member::kind:
    case Member::other:
      break;
  }
}

void BiomEvents::take_number(const Value& value) {
  if (unfit_ != none) return;
  if (!value.is_number() || taken_ == width_) {
    unfit_ = items_;
    return;
  }
  if (taken_ < 2 && value.kind != Value::Kind::whole && fraction_ == none) fraction_ = items_;
  ++taken_;
  numbers_.push_back(value.number);
  constexpr std::size_t often = 4096;
  if (numbers_.size() % often == 0) require_memory();
}

void BiomEvents::end_item() {
  if (width_ == none) width_ = taken_;
  if (unfit_ == none && taken_ != width_) unfit_ = items_;
  ++items_;
}

/// What is held and, of what is held, the table: of a sparse one two numbers in three, of a dense
/// one an index more for each.
void BiomEvents::require_memory() {
  const Index bytes_of_number = width_ == 3 ? 12 : 20;
  constexpr Index bytes_of_id = 2 * sizeof(std::string);  // it is looked up, too
  const Index ids = std::ssize(observations_) + std::ssize(samples_);
  text_.require(std::ssize(numbers_) * bytes_of_number + ids * bytes_of_id + id_bytes_);
}

void BiomEvents::check_shape() const {
  const auto rows = static_cast<double>(observations_.size());
  const auto columns = static_cast<double>(samples_.size());
  check_observations(rows, text_.path());
  const bool whole = shape_.size() == 2 && shape_[0].kind == Value::Kind::whole &&
                     shape_[1].kind == Value::Kind::whole;
  if (whole && shape_[0].number == rows && shape_[1].number == columns) return;
  const std::string found = whole ? fmt::format(" [{},{}]", shape_[0].number, shape_[1].number)
                                  : ", not two whole numbers,";
  refuse(fmt::format("the shape{} of {} rows and {} columns", found, rows, columns));
}

void BiomEvents::check_items() const {
  const bool sparse = kind_ == "sparse";
  const auto rows = std::ssize(observations_);
  if (!sparse && items_ != rows) {
    refuse(fmt::format("'data' has {} rows, {} expected", items_, rows));
  }
  const Index expected = sparse ? 3 : std::ssize(samples_);
  Index wrong = unfit_;
  if (sparse && fraction_ != none && (wrong == none || fraction_ < wrong)) wrong = fraction_;
  if (items_ > 0 && width_ != expected) wrong = 0;
  if (wrong == none) return;
  refuse(fmt::format("'data': item {} (from 0) is not {} numbers{}", wrong, expected,
                     sparse ? ", row, column and count" : ""));
}

/// Sample by sample, in the order of the text.
void BiomEvents::fill_sparse(SparseTable& table) const {
  const auto rows = static_cast<double>(observations_.size());
  const auto columns = static_cast<double>(samples_.size());
  for (std::size_t at = 0; at < numbers_.size(); at += 3) {
    const double row = numbers_[at];
    const double column = numbers_[at + 1];
    if (!(row >= 0 && row < rows && column >= 0 && column < columns)) {
      refuse(fmt::format("'data': item {} (from 0) is at row {}, column {} of a {} x {} table",
                         at / 3, row, column, rows, columns));
    }
    ++table.begin[static_cast<std::size_t>(column) + 1];
  }
  for (std::size_t s = 0; s < samples_.size(); ++s) table.begin[s + 1] += table.begin[s];
  std::vector<Index> next = table.begin;
  for (std::size_t at = 0; at < numbers_.size(); at += 3) {
    const auto entry = static_cast<std::size_t>(next[static_cast<std::size_t>(numbers_[at + 1])]++);
    table.observation[entry] = static_cast<std::int32_t>(numbers_[at]);
    table.count[entry] = numbers_[at + 2];
  }
}

void BiomEvents::fill_dense(SparseTable& table) const {
  const std::size_t rows = observations_.size();
  const std::size_t columns = samples_.size();
  for (std::size_t at = 0; at < numbers_.size(); ++at) {
    const std::size_t entry = at % columns * rows + at / columns;
    table.observation[entry] = static_cast<std::int32_t>(at / columns);
    table.count[entry] = numbers_[at];
  }
  for (std::size_t s = 1; s <= columns; ++s) table.begin[s] = static_cast<Index>(s * rows);
}

SparseTable BiomEvents::finish() {
  const auto require = [this](Member member) {
    if (!seen_[static_cast<std::size_t>(member)]) {
      refuse(fmt::format("no member '{}'", name_of(member)));
    }
  };
  for (const auto member : {Member::rows, Member::columns, Member::shape}) require(member);
  check_shape();
  require(Member::kind);
  if (kind_ != "sparse" && kind_ != "dense") {
    refuse(R"(member 'matrix_type': "sparse" or "dense" expected)");
  }
  require(Member::data);
  check_items();
  require_memory();
  SparseTable table;
  const bool sparse = kind_ == "sparse";
  table.begin.assign(samples_.size() + 1, 0);
  table.observation.resize(numbers_.size() / (sparse ? 3 : 1));
  table.count.resize(table.observation.size());
  sparse ? fill_sparse(table) : fill_dense(table);
  table.observations = std::move(observations_);
  table.samples = std::move(samples_);
  return table;
}

}  // namespace

SparseTable read_biom_json(const std::string& path, std::int64_t memory) {
  JsonText text(path, memory);
  if (text.empty()) refuse_biom(path, "the file is empty");
  BiomEvents events(text);
  Json::sax_parse(text.begin(), text.end(), &events);
  return events.finish();
}

}  // namespace encke::io::detail
