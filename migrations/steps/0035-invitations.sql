-- Of the invitation: it rises with every change of the time or the state, as iCalendar wants it.
alter table appointments add column sequence integer not null default 0;
-- Minutes before the start at which guests are reminded.
alter table calendar_settings add column reminders integer[] not null default '{1440,60}';
-- The iCalendar part of a mail.
alter table mails add column calendar text;

-- What each guest of an appointment was told, and when the next is due. One row a guest keeps their mails in order.
create table appointment_guests (
  company_id text not null references companies (id),
  appointment_id text not null,
  lead_id text not null,
  -- When a worker looks at it next; rises with each change, so that one during a mail is not missed.
  due_at timestamptz,
  changes integer not null default 0,
  -- The state that was told last, and whether an invitation was sent that a cancellation takes back.
  told text,
  told_at timestamptz,
  invited boolean not null default false,
  -- The reminder that was sent last.
  reminded_for timestamptz,
  reminded_minutes integer,
  -- The mail under way, and what it says.
  mail_id text,
  mail_says text,
  tries integer not null default 0,
  -- One worker at a time; whoever was killed is followed by another after this.
  claimed_until timestamptz,
  primary key (company_id, appointment_id, lead_id),
  foreign key (company_id, appointment_id) references appointments (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index appointment_guests_due on appointment_guests (due_at) where due_at is not null;
create index appointment_guests_by_lead on appointment_guests (company_id, lead_id);
-- Only workers read it. It does not hide with its lead: whoever cancels the time of a hidden one changes it too.
call isolate_by_company('appointment_guests');
