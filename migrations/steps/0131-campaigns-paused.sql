-- Who paused a campaign, where it was not itself.
alter table campaigns add column paused_name text, add column paused_at timestamptz;
