-- Whether people answer a company's mails through the installation, and when somebody answered one. Who had a sender before
-- has said where the answers go.
alter table email_senders add column takes_answers boolean not null default false;
alter table email_senders alter column takes_answers set default true;
alter table campaign_recipients add column answered_at timestamptz;
