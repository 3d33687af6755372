-- Reminders of appointments by a template of a channel: which one, how a guest was reminded ('mail', 'whatsapp' or
-- 'none') and why not by the channel, and until when a message is worth sending.
alter table calendar_settings add column reminder_template jsonb;
alter table appointment_guests add column reminded_by text, add column reminder_note text,
  add column message_failed_for timestamptz;
alter table messages add column valid_until timestamptz;
