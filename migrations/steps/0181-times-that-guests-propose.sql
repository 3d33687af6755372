-- Another time that an answer to the invitation of this number proposes (COUNTER of RFC 5546), and whose.
alter table appointments add column proposed_start timestamptz, add column proposed_end timestamptz,
  add column proposed_by text, add column proposed_sequence integer;
