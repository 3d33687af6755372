-- `details` says what is to be known of a part.
alter table demo_parts drop column filled_at;
