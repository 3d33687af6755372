-- The funnel in which a sale was made; null: the usual one.
alter table sales add column funnel_id text;
update sales s set funnel_id = l.funnel_id from leads l
where l.company_id = s.company_id and l.id = s.lead_id and l.funnel_id is not null;
