-- A feed that shows when a person is busy, and nothing else.
alter table calendar_feeds add column detail text;
