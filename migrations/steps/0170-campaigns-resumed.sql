-- A campaign that a person resumes is judged by what came since.
alter table campaigns add column resumed_at timestamptz;
