-- A sender whose mails are kept in the outbox page, whatever server there is: that of a demonstration.
alter table email_senders add column kept boolean not null default false;
-- The mail as its reader sees it, where it is more than its text.
alter table mails add column html text;
