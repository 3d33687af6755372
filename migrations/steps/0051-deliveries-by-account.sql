-- outside a transaction
drop index concurrently if exists delivery_outcomes_by_account;
create index concurrently delivery_outcomes_by_account on delivery_outcomes (account, delivery_id desc)
  where account is not null;
