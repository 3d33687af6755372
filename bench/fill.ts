import type pg from 'pg'

/**
 * Gives each company leads of the past as a company has them: names of two parts out of thousands, most in the first
 * statuses, spread over two years. Statistics and visibility are as autovacuum leaves them.
 *
 * @param answers what lead `n` has answered to the company's own fields, in SQL
 */
export async function fillLeads(
  sql: pg.Pool,
  companies: string | string[],
  count: number,
  answers = `'{}'::jsonb`
): Promise<void> {
  // The counts are kept by arrays of what a statement changes, which are as large as the statement.
  const portion = 100_000
  for (let first = 1; first <= count; first += portion)
    await sql.query(
      `insert into leads (company_id, name, email, phone, phone_key, source, status, consent_given, marks, custom, received_at, score, score_reasons, scored_at)
       select company, first || ' ' || last, lower(first) || n || '@example.com', '119' || phone, '11' || phone,
         (array['form', 'site', 'instagram'])[1 + n % 3],
         (array['new', 'new', 'contacted', 'contacted', 'scheduled', 'converted', 'lost'])[1 + n % 7],
         true, '{}', ${answers}, now() - n * (interval '730 days' / $2), 50, '[]', now()
       from (
         select n, lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as phone,
           initcap(translate(substr(md5((n % 4000)::text), 1, 7), '0123456789', 'aeiouaeiou')) as first,
           initcap(translate(substr(md5((n::bigint * 31 % 9973)::text), 1, 9), '0123456789', 'bcdmnprstl')) as last
         from generate_series($3::integer, least($2, $3 + $4 - 1)) as n) as made, unnest($1::text[]) as company`,
      [[companies].flat(), count, first, portion]
    )
  await sql.query('vacuum analyze leads')
}
