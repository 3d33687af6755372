-- The assistant may propose to open a ticket.
alter table chat_proposals drop constraint if exists chat_proposals_kind_check;
alter table chat_proposals add constraint chat_proposals_kind_check
  check (kind in ('task', 'note', 'status', 'owner', 'appointment', 'ticket', 'person')) not valid;
alter table chat_proposals validate constraint chat_proposals_kind_check;
