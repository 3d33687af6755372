import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { phoneKey } from '../../../services/core/telephone/rules.ts'
import { receiveUpdates } from '../../../services/messaging/conversations/receive.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { connect } from '../../kit/webhooks.ts'

const app = await openApp()

type Person = { name: string; email: string; phone: string }

const people: [Person, Person] = [
  { name: 'Rosa Lima', email: 'rosa@example.com', phone: '11987650001' },
  { name: 'Bento Prado', email: 'bento@example.com', phone: '11987650002' }
]

/** Brings a person by each way in. */
const ways = {
  form: async (ours: Tenant, person: Person) => expect((await sendLead(app, ours.id, person)).statusCode).toBe(201),
  typed: async (ours: Tenant, person: Person) => {
    const answer = await app.inject({ method: 'POST', url: '/api/leads', headers: ours.auth, payload: person })
    expect(answer.statusCode).toBeOneOf([200, 201])
  },
  channel: async (ours: Tenant, { name, phone }: Person) => {
    const { id } = await app.db.company(ours.id, trx =>
      trx.selectFrom('channels').select('id').where('kind', '=', 'whatsapp').executeTakeFirstOrThrow()
    )
    const address = `55${phone}`
    const received = await receiveUpdates(app.db, { id, companyId: ours.id }, [
      {
        type: 'message',
        direction: 'in',
        externalId: crypto.randomUUID(),
        contact: {
          address,
          addressKind: 'wa_id',
          identities: { wa_id: address },
          name,
          phone,
          phoneKey: phoneKey(phone)
        },
        at: new Date().toISOString(),
        kind: 'text',
        text: 'Olá',
        data: {}
      }
    ])
    expect(received).toEqual([{ outcome: 'stored' }])
  }
}

/** The rows that arrivals have left in the tables, by the names of the leads. */
const left = (ours: Tenant) =>
  app.db.everyCompany(async trx => {
    const { rows: leads } = await sql<{ name: string; held: boolean; submissions: number }>`
      select l.name, l.held_at is not null as held, (select count(*)::integer from submissions s
        where s.company_id = l.company_id and s.lead_id = l.id) as submissions
      from leads l where l.company_id = ${ours.id} order by l.received_at`.execute(trx)
    const { rows: activities } = await sql<{ type: string; name: string }>`
      select type, lead_name as name from activities where company_id = ${ours.id} order by created_at`.execute(trx)
    const { rows: events } = await sql<{ kind: string; about: string; whole: boolean }>`
      select e.kind, l.name as about, a.id is not null as whole from events e
      join leads l on l.company_id = e.company_id and l.id = e.data ->> 'leadId'
      left join activities a on a.company_id = e.company_id and a.lead_id = l.id and a.id = e.data ->> 'activityId'
      where e.company_id = ${ours.id} and e.kind like 'lead%' order by e.tx, e.id`.execute(trx)
    const { rows: jobs } = await sql<{ name: string }>`
      select name from outbox where queue = 'leads' and name <> 'limits-changed' and data ->> 'companyId' = ${ours.id}
      order by seq`.execute(trx)
    const { rows: usage } = await sql<{ n: number }>`select n from lead_usage where company_id = ${ours.id}`.execute(
      trx
    )
    return { leads, activities, events, jobs: jobs.map(({ name }) => name), counted: usage[0]?.n }
  })

const [rosa, bento] = people.map(({ name }) => name)
const created = { kind: 'lead-created', about: rosa, whole: true }
const returned = { kind: 'lead-returned', about: rosa, whole: true }

test.each([
  { way: 'form', submissions: 2, events: [created, returned], jobs: ['leads-created', 'leads-returned', 'leads-held'] },
  // The person who typed the lead needs no notice, so it is only assigned.
  { way: 'typed', submissions: 2, events: [created, returned], jobs: ['leads-unowned', 'leads-held'] },
  // Later messages belong to the conversation; the first unread one is the activity.
  { way: 'channel', submissions: 1, events: [created], jobs: ['leads-created', 'leads-held'] }
] as const)(
  'who arrives by $way is one lead, counted once and announced once, and beyond the plan held and not announced',
  async ({ way, submissions, events, jobs }) => {
    const ours = await company(app)
    if (way === 'channel') await connect(app, ours)
    await app.db.everyCompany(trx =>
      trx.updateTable('companies').set({ plan: 'basic', leads_limit: 1 }).where('id', '=', ours.id).execute()
    )
    for (const person of [people[0], people[0], people[1]]) await ways[way](ours, person)
    const { activities, ...found } = await left(ours)
    expect(found).toEqual({
      leads: [
        { name: rosa, held: false, submissions },
        { name: bento, held: true, submissions: 1 }
      ],
      events,
      jobs,
      counted: 2
    })
    expect(activities.filter(({ type }) => type === 'new_lead')).toEqual([
      { type: 'new_lead', name: rosa },
      { type: 'new_lead', name: bento }
    ])
    expect(activities).toHaveLength(1 + submissions)
  }
)
