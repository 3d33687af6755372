-- A person is away at Instagram to let the product in; the last one who left is awaited. And when the token was last
-- tried to be renewed.
alter table channels
  add column login_state bytea,
  add column login_by text,
  add column login_until timestamptz,
  add column token_tried_at timestamptz;
