-- Which kinds of channels there are, and of addresses in them, is said by their adapters alone: one that is added or taken
-- out needs no step.
alter table channels drop constraint if exists channels_kind_check;
alter table deliveries drop constraint if exists deliveries_provider_check;
alter table conversations drop constraint if exists conversations_channel_check;
alter table conversations drop constraint if exists conversations_contact_kind_check;
alter table contact_identities drop constraint if exists contact_identities_kind_check;
