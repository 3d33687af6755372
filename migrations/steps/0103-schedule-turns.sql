-- The run of each schedule that is under way, by its job: of two that begin at the same time the queues' store cannot tell
-- which was first.
create table schedule_turns (
  name text primary key,
  job_id text not null
);
grant select, insert, update, delete on schedule_turns to prosa_staff;
