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
      output_(depths.output_queue) {
  if (depths.window > 1) window_.emplace(depths.window);
}

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
  if (window_) {
    enter_window(edge);
    work_in_window();
  } else {
    issue(edge);
    serve();
  }
  if (back_.leaving()) output_.push(*back_.leaving());
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
  finish(serving_->record.query);
  serving_.reset();
}

void Lane::finish(std::size_t query) { back_.enter({query, functional_ ? unit_.values(queries_[query]) : std::vector<Half>{}}); }

void Lane::enter_window(Edge edge) {
  if (index_.visible() == 0 || !window_->has_place()) return;
  const bool first = index_.at(0).pass == 0;
  if (first && !output_slots_.available()) return;
  const Record record = index_.pop();
  if (first) {
    output_slots_.reserve();
    index_slots_.give_back();
    result_.issue.push_back(edge);
  }
  window_->enter(record.query, record.pass, unit_.begin(queries_[record.query], record.pass));
}

void Lane::work_in_window() {
  const Window::Edge done = window_->work();
  if (done.waiting) {
    const bool more_to_come = result_.issue.size() < expected_;
    ++(more_to_come && !output_slots_.available() ? result_.edges.output_full : result_.edges.input_empty);
    return;
  }
  ++(done.busy ? result_.edges.busy : result_.edges.conflict);
  if (done.leaving && done.leaving->pass + 1 == unit_.passes()) finish(done.leaving->query);
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
