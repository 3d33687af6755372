-- Whether clicks and openings of a company's marketing mails are counted.
alter table email_senders add column tracking boolean not null default true;
