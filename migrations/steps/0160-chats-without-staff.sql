-- A person is asked for in a ticket since 0044, which moved who answered and when. Their two indexes go with the columns.
alter table chat_sessions
  drop column person_asked_at,
  drop column taken_by,
  drop column taken_at,
  drop column concluded_at;
