-- Two subjects of a campaign: each goes to a share of its recipients, and whichever more people click after some hours to
-- the others.
alter table campaigns
  add column subject_b text,
  -- Percent of the recipients for each subject, and hours after the last of them until the winner is chosen.
  add column test_share smallint,
  add column test_hours smallint,
  -- When the last of them was handed over, and what was chosen: 'a' or 'b', by { a: { sent, clicked }, b: … }.
  add column tested_at timestamptz,
  add column winner text,
  add column test_result jsonb;

-- Which subject a person gets, or got; null while the winner is not known.
alter table campaign_recipients add column variant text;
