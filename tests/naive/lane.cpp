#include "tests/naive/lane.h"

namespace ngpcsim::naive {

Lane::Lane(const LaneDepths& depths, Unit& unit, const std::vector<Query>& queries, std::size_t expected, bool functional)
    : unit_(unit),
      queries_(queries),
      expected_(expected),
      functional_(functional),
      input_(depths.input_queue),
      front_(depths.front_latency),
      index_slots_(depths.index_queue),
      index_(depths.index_queue * unit.passes() + unit.passes()),
      back_(depths.back_latency),
      output_slots_(depths.output_queue, depths.planted_fault),
      output_(depths.output_queue) {}

void Lane::push(Edge edge, std::size_t query) {
  input_.push(query);
  result_.push.push_back(edge);
}

std::optional<std::size_t> Lane::head() const {
  if (output_.visible() == 0) return std::nullopt;
  return output_.at(0).query;
}

std::vector<Half> Lane::pop() {
  output_slots_.give_back();
  return output_.pop().values;
}

void Lane::tick(Edge edge) {
  enter_front(edge);
  issue(edge);
  serve();
}

void Lane::enter_front(Edge edge) {
  std::optional<Record> entering;
  if (last_entered_ && last_entered_->pass + 1 < unit_.passes()) {
    entering = Record{last_entered_->query, last_entered_->pass + 1};
  } else if (input_.visible() > 0 && index_slots_.available()) {
    entering = Record{input_.pop(), 0};
    index_slots_.reserve();
    result_.front.push_back(edge);
  }
  if (entering) {
    last_entered_ = entering;
    front_.enter(*entering);
  }
  if (front_.leaving()) index_.push(*front_.leaving());
}

void Lane::begin_pass(const Record& record) {
  const Unit::Cost cost = unit_.begin(queries_[record.query], record.pass);
  serving_ = Serving{record, cost.busy, cost.conflict};
}

void Lane::issue(Edge edge) {
  if (serving_) return;
  if (index_.visible() == 0 || !output_slots_.available()) {
    const bool more_to_come = result_.issue.size() < expected_;
    ++(more_to_come && !output_slots_.available() ? result_.edges.output_full : result_.edges.input_empty);
    return;
  }
  const Record record = index_.pop();
  check(record.pass == 0, "query {} issues with pass {}", record.query, record.pass);
  output_slots_.reserve();
  index_slots_.give_back();
  result_.issue.push_back(edge);
  begin_pass(record);
}

void Lane::serve() {
  if (serving_) access();
  if (back_.leaving()) output_.push(*back_.leaving());
}

void Lane::access() {
  if (serving_->busy_left + serving_->conflict_left == 0) {
    const Record next = index_.pop();
    check(next.query == serving_->record.query && next.pass == serving_->record.pass + 1, "index records out of order");
    begin_pass(next);
  }
  if (serving_->busy_left > 0) {
    --serving_->busy_left;
    ++result_.edges.busy;
  } else {
    --serving_->conflict_left;
    ++result_.edges.conflict;
  }
  const bool pass_done = serving_->busy_left + serving_->conflict_left == 0;
  if (!pass_done || serving_->record.pass + 1 < unit_.passes()) return;
  const std::size_t query = serving_->record.query;
  back_.enter({query, functional_ ? unit_.values(queries_[query]) : std::vector<Half>{}});
  serving_.reset();
}

void Lane::commit() {
  input_.commit();
  front_.commit();
  index_slots_.commit();
  index_.commit();
  back_.commit();
  output_slots_.commit();
  output_.commit();
}

}  // namespace ngpcsim::naive
