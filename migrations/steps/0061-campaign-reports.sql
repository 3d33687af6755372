-- What came back of a campaign's mail: a bounce, or a complaint of the person.
alter table campaign_recipients
  add column report text,
  add column reported_at timestamptz;
