-- HMAC-SHA-256 of a text, as Node's `createHmac` makes it; `inner_pad` and `outer_pad` are its padded key.
create or replace function keyed_hash(inner_pad bytea, outer_pad bytea, value text) returns bytea
  language sql immutable strict as $$
  select sha256(outer_pad || sha256(inner_pad || convert_to(value, 'UTF8')))
$$;
