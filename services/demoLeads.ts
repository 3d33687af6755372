import { sql } from 'kysely'
import type { Db } from './core/db.ts'
import type { FormField } from './forms/rules.ts'
import type {} from './leads/tables.ts'

const interests = ['Orçamento', 'Visita técnica', 'Manutenção']
const discoveries = ['Indicação', 'Google', 'Instagram', 'Passei em frente']

/** What the demonstration's form asks beside what every form does. */
export const ownFields: FormField[] = [
  {
    id: 'interesse',
    name: 'interesse',
    label: 'O que você procura?',
    type: 'select',
    required: false,
    options: interests
  },
  {
    id: 'descoberta',
    name: 'descoberta',
    label: 'Como nos conheceu?',
    type: 'radio',
    required: false,
    options: discoveries
  }
]

/** What the lead of a number says to `ownFields`; some say nothing. */
export const ownAnswers = (n: number): Record<string, string> => ({
  ...(n % 5 > 0 && { interesse: interests[(n + Math.floor(n / 5)) % interests.length] ?? '' }),
  ...(n % 3 > 0 && { descoberta: discoveries[(n * 7) % discoveries.length] ?? '' })
})

/** What has happened to the leads of the demonstration: contacts, owners, tags, tasks, promises, reasons of losses. */
export async function enliven(db: Db, companyId: string, employeeId: string): Promise<void> {
  await db.company(companyId, async trx => {
    // One in three has an owner, and whoever is not new was reached some time after arriving.
    await sql`
      update leads set
        owner_id = case when abs(hashtext(id)) % 3 = 0 then ${employeeId} end,
        lost_reason = case when status = 'lost'
          then (array['Preço', 'Não respondeu', 'Escolheu outra empresa'])[1 + abs(hashtext(id)) % 3] end,
        first_contact_at = case when status <> 'new'
          then received_at + (4 + abs(hashtext(id)) % 170) * interval '1 minute' end,
        last_contact_at = case when status <> 'new'
          then least(now(), received_at + (10 + abs(hashtext(id)) % 3000) * interval '1 minute') end,
        status_at = case when status = 'new' then received_at
          else least(now(), received_at + (10 + abs(hashtext(id)) % 3000) * interval '1 minute') end,
        rank = extract(epoch from received_at),
        preferred_date = case when status = 'new' and abs(hashtext(id)) % 4 = 0
          then (now() at time zone 'America/Sao_Paulo')::date end
      where company_id = ${companyId}`.execute(trx)
    await sql`
      with made as (
        insert into tags (company_id, name, color)
        values (${companyId}, 'Cliente antigo', 'violet'), (${companyId}, 'Urgente', 'red'), (${companyId}, 'Indicação', 'teal')
        returning id, name
      )
      insert into lead_tags (company_id, tag_id, lead_id, received_at)
      select ${companyId}, made.id, leads.id, leads.received_at from leads, made
      where leads.company_id = ${companyId} and abs(hashtext(leads.id || made.name)) % 6 = 0`.execute(trx)
    await sql`
      insert into tasks (company_id, lead_id, title, kind, due_at, owner_id, created_by)
      select ${companyId}, id, case when status = 'scheduled' then 'Confirmar a visita' else 'Ligar de volta' end, 'call',
        date_trunc('hour', now()) + (abs(hashtext(id)) % 80 - 20) * interval '1 hour', ${employeeId}, ${employeeId}
      from leads where company_id = ${companyId} and status in ('contacted', 'scheduled')
        and abs(hashtext(id || 'task')) % 2 = 0`.execute(trx)
  })
}

/** Leads of one statement: it must end before the time limit of any. */
const portion = 5000

/** Gives the company so many leads more, spread over the last two years, as a large one has them. */
export async function addLeads(db: Db, companyId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += portion)
    await db.company(companyId, trx =>
      sql`
        insert into leads (company_id, name, email, phone, phone_key, source, status, lost_reason, consent_given, custom,
          received_at, rank, status_at, first_contact_at, last_contact_at)
        select ${companyId}, first || ' ' || last, lower(first) || n || '@example.com', '119' || phone, '11' || phone,
          (array['form', 'site', 'instagram', 'indicacao'])[1 + n % 4], status,
          case when status = 'lost' then (array['Preço', 'Não respondeu', 'Fora do perfil'])[1 + n % 3] end,
          n % 3 <> 0, case when n % 5 > 0 then jsonb_build_object('interesse', (${interests}::text[])[1 + n % ${interests.length}::integer])
            else '{}' end, at, extract(epoch from at), at + interval '2 hours',
          case when status <> 'new' then at + (n % 240) * interval '1 minute' end,
          case when status <> 'new' then at + (n % 2880) * interval '1 minute' end
        from (
          select n, lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as phone,
            now() - n * (interval '730 days' / ${count}) as at,
            case when n * 12 < ${count} then (array['new', 'new', 'contacted', 'scheduled', 'converted', 'lost'])[1 + n % 6]
              else (array['converted', 'lost', 'lost', 'contacted', 'converted', 'lost'])[1 + n % 6] end as status,
            (array['Ana', 'João', 'Conceição', 'Luís', 'Érica', 'Mateus', 'Íris', 'Caio', 'Débora', 'Tânia', 'Ravi',
              'Sônia', 'Bento', 'Lia', 'Otávio', 'Nara', 'Ruy', 'Célia', 'Davi', 'Eva'])[1 + n % 20] as first,
            initcap(translate(substr(md5((n::bigint * 31 % 9973)::text), 1, 7), '0123456789', 'aeioubrsml')) as last
          from generate_series(${done + 1}::integer, ${Math.min(done + portion, count)}::integer) as n) as made`.execute(
        trx
      )
    )
  await db.everyCompany(trx => sql`delete from outbox where data ->> 'companyId' = ${companyId}`.execute(trx))
}
