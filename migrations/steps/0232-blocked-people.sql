-- People whom the team has blocked: nothing is sent to them.
alter table conversations add column blocked_at timestamptz;
