-- What a channel tells of a person is asked of it once, kept, and asked again when it may have changed.
alter table conversations add column picture_id text, add column picture_type text, add column profile_at timestamptz;
