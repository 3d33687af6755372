-- Staff answer tickets by mail: the address that notices about a ticket are answered at names one of these rows, and so
-- the person and the ticket. A row outlives the person's account, so that their late answer still finds its ticket. Notes of
-- mails say whether their sender was proved.
create table ticket_staff_addresses (
  id text primary key default new_id(),
  company_id text not null,
  ticket_id text not null,
  user_id text references users (id) on delete set null,
  unique (company_id, ticket_id, user_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on update cascade on delete cascade
);
create index ticket_staff_addresses_by_user on ticket_staff_addresses (user_id) where user_id is not null;
grant select, insert, update, delete on ticket_staff_addresses to prosa_staff;

alter table ticket_notes add column sender_proof text;
