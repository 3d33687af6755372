import { sql } from 'kysely'
import type { Db } from './core/db.ts'
import type { FormField } from './forms/rules.ts'
import type {} from './leads/tables.ts'

const interests = ['Orçamento', 'Visita técnica', 'Manutenção']
const discoveries = ['Indicação', 'Google', 'Instagram', 'Passei em frente']

/** Custom fields of the demonstration's form. */
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

/** A lead's answers to `ownFields`; some leads have none. */
export const ownAnswers = (n: number): Record<string, string> => ({
  ...(n % 5 > 0 && { interesse: interests[(n + Math.floor(n / 5)) % interests.length] ?? '' }),
  ...(n % 3 > 0 && { descoberta: discoveries[(n * 7) % discoveries.length] ?? '' })
})

/** Time zone of the demonstration's company. */
export const companyZone = 'America/Sao_Paulo'

/** A pseudo-random number of minutes for each lead: of the address, so that every demonstration is the same. */
const minutes = (of: string, most: number) =>
  sql.raw(`(1 + abs(hashtext(email || '${of}')) % ${most}) * interval '1 minute'`)

/** Gives the leads a history: contacts, owners, tags, notes, tasks, appointments, losses. */
export async function enliven(db: Db, companyId: string, employee: { id: string; name: string }): Promise<void> {
  await db.company(companyId, async trx => {
    // One in three has an owner, and those no longer new were contacted some time after arriving.
    await sql`
      update leads set
        owner_id = case when abs(hashtext(email)) % 3 = 0 then ${employee.id} end,
        lost_reason = case when status = 'lost'
          then (array['Preço', 'Não respondeu', 'Escolheu outra empresa'])[1 + abs(hashtext(email)) % 3] end,
        first_contact_at = case when status <> 'new' then least(now(), received_at + ${minutes('first', 170)}) end,
        -- What whoever is no longer new asked for, in steps of fifty reais.
        value_cents = case when status <> 'new' or abs(hashtext(email)) % 2 = 0
          then 5000 * (4 + abs(hashtext(email || 'value')) % 60) end,
        rank = extract(epoch from received_at),
        preferred_date = case when status = 'new' and abs(hashtext(email)) % 4 = 0
          then (now() at time zone ${companyZone})::date end
      where company_id = ${companyId}`.execute(trx)
    await sql`
      update leads set
        status_at = case when status = 'new' then received_at else least(now(), first_contact_at + ${minutes('status', 2000)}) end,
        last_contact_at = first_contact_at,
        -- Two sales in three and half of the losses had an appointment before.
        first_scheduled_at = case
          when status = 'scheduled' or status = 'converted' and abs(hashtext(email || 'visit')) % 3 > 0
            or status = 'lost' and abs(hashtext(email || 'visit')) % 2 = 0
          then least(now(), first_contact_at + ${minutes('status', 2000)} / 2) end
      where company_id = ${companyId}`.execute(trx)
    await sql`
      insert into activities (company_id, lead_id, lead_name, type, description, data, created_at)
      select company_id, id, name, type, case type when 'call' then 'Ligação para ' else 'Mensagem pelo WhatsApp para ' end || name,
        jsonb_build_object('channel', case type when 'call' then 'phone' else 'whatsapp' end, 'outcome', 'talked',
          'actorId', ${employee.id}::text, 'actorName', ${employee.name}::text), first_contact_at
      from (select *, (array['call', 'message'])[1 + abs(hashtext(email)) % 2] as type from leads) as reached
      where company_id = ${companyId} and first_contact_at is not null`.execute(trx)
    await sql`
      insert into lead_changes (company_id, lead_id, field, before, after, actor_id, actor_name, created_at)
      select company_id, id, field, before, after, ${employee.id}, ${employee.name}, at
      from leads,
        lateral (select status not in ('scheduled', 'new') and first_scheduled_at is not null as visited) as past,
        lateral (values ('status', '"new"'::jsonb, case when visited then '"scheduled"'::jsonb end, first_scheduled_at),
          ('status', case when visited then '"scheduled"'::jsonb else '"new"' end, to_jsonb(status), status_at),
          ('lostReason', null, to_jsonb(lost_reason), status_at)) as change (field, before, after, at)
      where company_id = ${companyId} and status <> 'new' and after is not null`.execute(trx)
    await sql`
      insert into notes (company_id, lead_id, author_id, author_name, text, created_at)
      select company_id, id, ${employee.id}, ${employee.name},
        (array['Prefere falar por WhatsApp.', 'Já tem orçamento de outra empresa.', 'Quer fechar ainda este mês.'])[1 + abs(hashtext(email)) % 3],
        first_contact_at + interval '2 minutes'
      from leads where company_id = ${companyId} and first_contact_at is not null and abs(hashtext(email || 'note')) % 3 = 0`.execute(
      trx
    )
    await sql`
      with made as (
        insert into tags (company_id, name, color)
        values (${companyId}, 'Cliente antigo', 'violet'), (${companyId}, 'Urgente', 'red'), (${companyId}, 'Indicação', 'teal')
        returning id, name
      )
      insert into lead_tags (company_id, tag_id, lead_id, received_at)
      select ${companyId}, made.id, leads.id, leads.received_at from leads, made
      where leads.company_id = ${companyId} and abs(hashtext(leads.email || made.name)) % 6 = 0`.execute(trx)
    await sql`
      insert into tasks (company_id, lead_id, title, kind, due_at, owner_id, created_by)
      select ${companyId}, id, case when status = 'scheduled' then 'Confirmar a visita' else 'Ligar de volta' end, 'call',
        (date_trunc('day', now() at time zone ${companyZone}) + (abs(hashtext(email)) % 5 - 1) * interval '1 day'
          + (9 + abs(hashtext(email || 'hour')) % 9) * interval '1 hour') at time zone ${companyZone}, ${employee.id}, ${employee.id}
      from leads where company_id = ${companyId} and status in ('contacted', 'scheduled')
        and abs(hashtext(email || 'task')) % 2 = 0`.execute(trx)
  })
}

const firsts =
  `Ana João Conceição Luís Érica Mateus Íris Caio Débora Tânia Ravi Sônia Bento Lia Otávio Nara Ruy Célia Davi Eva
  Maria José Antônio Francisco Carlos Paulo Pedro Lucas Marcos Gabriel Rafael Daniel Bruno Eduardo Felipe Rodrigo André Fernando
  Fábio Gustavo Juliana Márcia Patrícia Aline Camila Amanda Letícia Júlia Luciana Vanessa Mariana Beatriz Rita Luana Renata Simone
  Natália Carla Raquel Joana Luzia`.split(/\s+/)
const lasts =
  `Souza Araújo Gonçalves Lima Brandão Peçanha Prado Nóbrega Silva Santos Oliveira Rodrigues Ferreira Alves Pereira Gomes
  Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques
  Machado Mendes Freitas Cardoso Ramos Santana Teixeira Moura`.split(/\s+/)

/** Leads of one statement, which must end within the statement timeout. */
const portion = 5000

/** Adds that many leads, spread over the last two years. */
export async function addLeads(db: Db, companyId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += portion)
    await db.company(companyId, trx =>
      sql`
        insert into leads (company_id, name, email, phone, phone_key, source, status, lost_reason, consent_given, custom,
          received_at, rank, status_at, first_contact_at, last_contact_at, first_scheduled_at)
        select ${companyId}, concat_ws(' ', first, middle, last), fold(first || '.' || last) || n || '@example.com', '119' || phone, '11' || phone,
          (array['form', 'site', 'instagram', 'indicacao'])[1 + n % 4], status,
          case when status = 'lost' then (array['Preço', 'Não respondeu', 'Fora do perfil'])[1 + n % 3] end,
          n % 3 <> 0, case when n % 5 > 0 then jsonb_build_object('interesse', (${interests}::text[])[1 + n % ${interests.length}::integer])
            else '{}' end, at, extract(epoch from at), least(now(), at + interval '2 hours'),
          case when status <> 'new' then least(now(), at + (n % 240) * interval '1 minute') end,
          case when status <> 'new' then least(now(), at + (n % 2880) * interval '1 minute') end,
          case when status = 'scheduled' or status = 'converted' and n % 7 > 1 then least(now(), at + (n % 1440) * interval '1 minute') end
        from (
          select n, lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as phone,
            now() - n * (interval '730 days' / ${count}) as at,
            case when n * 12 < ${count} then (array['new', 'new', 'contacted', 'scheduled', 'converted', 'lost'])[1 + n % 6]
              else (array['converted', 'lost', 'lost', 'contacted', 'converted', 'lost'])[1 + n % 6] end as status,
            (${firsts}::text[])[1 + a] as first,
            (${lasts}::text[])[1 + (b + a * 5) % ${lasts.length}::integer] as middle,
            (${lasts}::text[])[1 + (c + b * 3 + a * 11) % ${lasts.length}::integer] as last
          from generate_series(${done + 1}::integer, ${Math.min(done + portion, count)}::integer) as n,
            -- The digits of the number by which no two have the same name.
            lateral (select n % ${firsts.length}::integer as a, n / ${firsts.length}::integer % ${lasts.length}::integer as b,
              n / ${firsts.length * lasts.length}::integer % ${lasts.length}::integer as c) as digits) as made`.execute(
        trx
      )
    )
  await db.everyCompany(trx => sql`delete from outbox where data ->> 'companyId' = ${companyId}`.execute(trx))
}
