-- A field that the score depends on changed, so it is cleared and computed again.
create or replace function forget_score() returns trigger language plpgsql as $$
begin
  new.scored_at := null;
  return new;
end $$;
create or replace trigger forget_score before update of status, message, preferred_date, consent_given, source, email, phone,
  last_contact_at, marks, last_touch on leads for each row
when (old.scored_at is not null and (old.status, old.message, old.preferred_date, old.consent_given, old.source,
  old.email, old.phone, old.last_contact_at, old.marks, old.last_touch)
  is distinct from (new.status, new.message, new.preferred_date, new.consent_given, new.source,
  new.email, new.phone, new.last_contact_at, new.marks, new.last_touch))
execute function forget_score();
