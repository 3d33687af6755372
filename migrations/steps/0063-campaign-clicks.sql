-- Links of a campaign's mails that were opened, by recipient: no more rows than links, however often it happens.
create table campaign_clicks (
  company_id text not null references companies (id),
  campaign_id text not null,
  recipient_id text not null,
  -- Which link of the mail, from 0; -1 for the picture that programs load when they show it.
  link smallint not null,
  -- A program opened it, by its signs: nobody can be sure.
  automatic boolean not null,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (company_id, recipient_id, link, automatic),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade
);
call isolate_by_company('campaign_clicks');
create index campaign_clicks_by_campaign on campaign_clicks (company_id, campaign_id);
