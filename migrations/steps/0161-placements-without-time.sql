-- The mail itself says when it was handled.
alter table mail_placements drop column placed_at;
