-- When a lead was first scheduled or converted, whatever became of it since (services/leads/steps.sql).
alter table leads add column first_scheduled_at timestamptz;

-- How many of the counted leads ever came that far: to a first contact, whether it was here or before an import, and to
-- a schedule.
alter table lead_days add column contacted bigint not null default 0;
alter table lead_days add column booked bigint not null default 0;
alter table lead_months add column contacted bigint not null default 0;
alter table lead_months add column booked bigint not null default 0;
