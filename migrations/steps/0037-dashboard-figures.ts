import { type Kysely, sql } from 'kysely'

/**
 * The list finds the leads of each number of the dashboard, by the campaign and reason that it counts; each person has
 * the blocks of the dashboard in an order of their own, and the numbers of the week by mail if they like. What is not
 * settled yet of the filters' counts is found by an index, as it is of the answers'.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await findWhatIsCounted(db)
  await sql`alter table dashboard_settings add column blocks text[] not null default '{}'`.execute(db)
  // The day of the week, Sunday being 0, and the day of the last such mail.
  await sql`
    alter table notification_settings
      add column week_day smallint check (week_day between 0 and 6), add column week_sent date`.execute(db)
  await sql`create index lead_facets_unsettled on lead_facets (company_id) where slot >= 0`.execute(db)
}

/**
 * A campaign is that of the first touch, as the sums of the days have it and like the source beside it; '' finds the
 * leads without a campaign, and those that were lost without a reason.
 */
async function findWhatIsCounted(db: Kysely<never>): Promise<void> {
  await sql`
    do $do$
    declare
      old text := pg_get_functiondef('lead_condition'::regproc);
      campaign text := $$format('last_touch ->> ''utm_campaign'' = any (%L)', list)$$;
      reason text := $$format('lost_reason = any (%L)', list)$$;
    begin
      if strpos(old, campaign) = 0 or strpos(old, reason) = 0 then
        raise exception 'lead_condition is not the function that this step changes';
      end if;
      execute replace(replace(old,
        campaign, $$format('coalesce(left(first_touch ->> ''utm_campaign'', 100), '''') = any (%L)', list)$$),
        reason, $$format('coalesce(lost_reason, '''') = any (%L)', list)$$);
    end $do$`.execute(db)
}
