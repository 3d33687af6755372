-- When a lead was first scheduled or converted, whatever became of it since (services/leads/steps.sql).
alter table leads add column first_scheduled_at timestamptz;

-- How many of the counted leads ever came that far.
alter table lead_days add column booked bigint not null default 0;
alter table lead_months add column booked bigint not null default 0;
