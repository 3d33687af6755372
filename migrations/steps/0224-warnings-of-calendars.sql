-- What was not understood of a calendar elsewhere, for its person alone, in place of a number.
alter table external_calendars add column warnings jsonb not null default '[]';
