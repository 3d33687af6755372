import { sql } from 'kysely'
import { hashPassword } from '../account/auth/passwords.ts'
import { companyCreated } from '../account/companies/moments.ts'
import type { Trx } from '../core/db.ts'
import type { PlanKey } from '../core/planKeys/rules.ts'
import { workday } from './clock.ts'
import { type Demo, later } from './context.ts'
import { firstNames, lastNames } from './names.ts'

type Company = {
  name: string
  industry: string
  cnpj: string
  email: string
  phone: string
  plan: PlanKey
  /** Whole days until the trial ends; null where it is over. */
  trial: number | null
  active: boolean
  /** Months since it signed up, and leads a month by now. */
  months: number
  leads: number
  people: readonly string[]
}

/** The other companies of the provider. */
export const otherCompanies: readonly Company[] = [
  {
    name: 'Studio Movimento Pilates',
    industry: 'Saúde e bem-estar',
    cnpj: '23456789000195',
    email: 'contato@studiomovimento.example',
    phone: '4833250101',
    plan: 'basic',
    trial: 1,
    active: true,
    months: 0.45,
    leads: 24,
    people: ['Renata Campos']
  },
  {
    name: 'Pet Shop Amigo Fiel',
    industry: 'Animais de estimação',
    cnpj: '34567890000130',
    email: 'oi@amigofiel.example',
    phone: '6232140102',
    plan: 'pro',
    trial: 6,
    active: true,
    months: 0.27,
    leads: 41,
    people: ['Carlos Eduardo Paiva', 'Nina Rocha']
  },
  {
    name: 'Escola de Idiomas Horizonte',
    industry: 'Educação',
    cnpj: '45678901000175',
    email: 'secretaria@horizonteidiomas.example',
    phone: '8135660103',
    plan: 'advanced',
    trial: 11,
    active: true,
    months: 0.1,
    leads: 60,
    people: ['Luciana Prestes', 'Mário Antunes']
  },
  {
    name: 'Clínica Sorriso Leve',
    industry: 'Odontologia',
    cnpj: '56789012000100',
    email: 'recepcao@sorrisoleve.example',
    phone: '3132080104',
    plan: 'pro',
    trial: null,
    active: true,
    months: 9,
    leads: 96,
    people: ['Dra. Paula Meireles', 'Andressa Luz', 'Igor Santana']
  },
  {
    name: 'Imobiliária Porto Seguro',
    industry: 'Imóveis',
    cnpj: '67890123000116',
    email: 'vendas@portoseguroimoveis.example',
    phone: '1332190105',
    plan: 'advanced',
    trial: null,
    active: true,
    months: 11,
    leads: 140,
    people: ['Sandro Villas', 'Elisa Trindade', 'Fábio Couto']
  },
  {
    name: 'Vale Verde Energia Solar',
    industry: 'Energia solar',
    cnpj: '78901234000105',
    email: 'projetos@valeverdesolar.example',
    phone: '1932340106',
    plan: 'enterprise',
    trial: null,
    active: true,
    months: 10,
    leads: 180,
    people: ['Marcelo Dutra', 'Yasmin Freire', 'Hugo Bernardes', 'Clara Mattos']
  },
  {
    name: 'Barbearia Navalha de Ouro',
    industry: 'Beleza',
    cnpj: '89012345000179',
    email: 'agenda@navalhadeouro.example',
    phone: '5132260107',
    plan: 'basic',
    trial: null,
    active: true,
    months: 6,
    leads: 55,
    people: ['Jefferson Luz']
  },
  {
    name: 'Academia Corpo em Ação',
    industry: 'Esportes',
    cnpj: '90123456000131',
    email: 'financeiro@corpoemacao.example',
    phone: '8534310108',
    plan: 'pro',
    trial: null,
    active: false,
    months: 8,
    leads: 30,
    people: ['Wesley Pontes', 'Tainá Moreira']
  }
]

const dayLength = 1440

/** Eight companies for staff: on trial, paying in each plan and one suspended, with the leads of the months before. */
export async function addCompanies(trx: Trx, { clock }: Demo): Promise<string[]> {
  // Nobody signs in as one of their people: their password is not known.
  const password = await hashPassword(crypto.randomUUID())
  const now = new Date(clock.now).toISOString()
  const ids: string[] = []
  for (const company of otherCompanies) {
    const { name, industry, email, phone, plan, trial, active, months } = company
    const cnpj = await freeCnpj(trx, company.cnpj)
    const created = clock.ago(months * 25 * workday + 90)
    const { id } = await trx
      .insertInto('companies')
      .values({
        name,
        email,
        phone,
        address: null,
        industry,
        cnpj,
        plan,
        trial_ends_at: trial === null ? later(created, 14 * dayLength) : later(now, trial * dayLength - 35),
        active,
        created_at: created
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await companyCreated(trx, id, created)
    const seen = active ? clock.ago(20 + 37 * ids.length) : clock.ago(21 * workday)
    for (const [n, person] of company.people.entries()) {
      const at = later(created, n * 37)
      const address = `${person
        .replace('Dra. ', '')
        .normalize('NFD')
        .replace(/[^a-zA-Z ]/g, '')
        .toLowerCase()
        .replaceAll(' ', '.')}@${email.split('@')[1]}`
      const user = await trx
        .insertInto('users')
        .values({
          name: person,
          email: address,
          phone: null,
          password_hash: password,
          job_title: n === 0 ? 'Responsável' : 'Atendimento',
          email_confirmed_at: later(at, 9),
          created_at: at
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('employees')
        .values({
          company_id: id,
          user_id: user.id,
          role: n === 0 ? 'admin' : 'agent',
          permissions: n === 0 ? [] : ['edit_leads', 'send_messages', 'manage_calendar', 'manage_tickets'],
          created_at: at
        } as never)
        .execute()
      // An ended session says when somebody was there.
      await trx
        .insertInto('sessions')
        .values({
          user_id: user.id,
          company_id: id,
          created_at: later(seen, -30),
          renewed_at: later(seen, -30),
          seen_at: seen,
          expires_at: seen,
          ended_at: seen,
          end_reason: 'signed_out'
        } as never)
        .execute()
    }
  }
  await addLeadsOf(trx, ids, now)
  return ids
}

/** The number itself, or none where a company has it. */
async function freeCnpj(trx: Trx, cnpj: string): Promise<string | null> {
  const { rows } = await sql`select from companies where cnpj = ${cnpj}`.execute(trx)
  return rows.length > 0 ? null : cnpj
}

/** Their leads: more with each month, none on a Sunday, and most of them done with. */
async function addLeadsOf(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await sql`
    insert into leads (company_id, name, email, phone, phone_key, source, status, lost_reason, consent_given, received_at, updated_at, rank,
      status_at, first_contact_at, last_contact_at, first_scheduled_at)
    select company_id, name, fold(replace(name, ' ', '.')) || n || '@example.com', '119' || phone, '11' || phone,
      (array['form', 'site', 'instagram', 'indicacao'])[1 + n % 4], status,
      case when status = 'lost' then (array['Preço', 'Não respondeu', 'Fora do perfil'])[1 + n % 3] end, n % 4 <> 0, at,
      case when status = 'new' then at else at + interval '2 hours' end, extract(epoch from at),
      case when status = 'new' then at else at + interval '2 hours' end, case when status <> 'new' then at + (20 + n % 90) * interval '1 minute' end,
      case when status <> 'new' then at + (20 + n % 90) * interval '1 minute' end,
      case when status = 'scheduled' then at + interval '2 hours' end
    from (
      select c.id as company_id, n, lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as phone, moved.at,
        case when moved.at > ${now}::timestamptz - interval '3 days' then (array['new', 'contacted', 'new'])[1 + n % 3]
          else (array['converted', 'lost', 'contacted', 'scheduled', 'lost', 'converted'])[1 + n % 6] end as status,
        (${firstNames}::text[])[1 + (n * 7 + w.no) % ${firstNames.length}::integer] || ' ' ||
          (${lastNames}::text[])[1 + (n * 11 + w.no * 5) % ${lastNames.length}::integer] as name
      from jsonb_to_recordset(${JSON.stringify(ids.map((id, no) => ({ id, no, leads: otherCompanies[no]?.leads, silent: otherCompanies[no]?.active === false })))}::jsonb)
        as w (id text, no integer, leads integer, silent boolean)
      join companies c on c.id = w.id
      cross join lateral (select greatest(extract(epoch from ${now}::timestamptz - c.created_at) / 86400 / 30, 0.1) as months) as age
      cross join lateral generate_series(1, (w.leads * age.months * 0.6)::integer) as n
      -- The square root has the later months bring more.
      cross join lateral (select c.created_at + (${now}::timestamptz - interval '3 hours' - c.created_at)
        * sqrt(n / (w.leads * age.months * 0.6 + 1)) as at) as made
      -- Between 9:00 and 18:00 of a day of work; what fell on a Sunday came on the day before.
      cross join lateral (select (date_trunc('day', made.at at time zone c.time_zone)
        - case when extract(dow from made.at at time zone c.time_zone) = 0 then interval '1 day' else interval '0' end
        + (540 + n * 53 % 400) * interval '1 minute') at time zone c.time_zone as at) as moved
      where moved.at between c.created_at + interval '1 hour' and ${now}::timestamptz - interval '150 minutes'
        and not (w.silent and moved.at > ${now}::timestamptz - interval '21 days')) as made`.execute(trx)
}
