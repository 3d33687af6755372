import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { takeLocks } from '../../../services/core/locks.ts'
import { leadUsage } from '../../../services/leads/leads/usage.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'

const databaseUrl = await newDatabase()
const app = await openApp({ DATABASE_URL: databaseUrl })

const person = (n: number) => ({
  name: `Pessoa ${n}`,
  email: `pessoa${n}@example.com`,
  phone: `1198${String(n).padStart(7, '0')}`
})

const people = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => person(from + n))

const rows = (ours: Tenant) =>
  app.db.company({ id: ours.id, held: true }, async trx => ({
    leads: (
      await sql<{ id: string; name: string; marks: string[]; held: boolean; tx: string }>`
        select id, name, marks, held_at is not null as held, xmin::text as tx from leads order by name`.execute(trx)
    ).rows,
    submissions: (
      await sql<{ name: string; sent: string }>`
        select l.name, s.answers ->> 'name' as sent from submissions s
        join leads l on l.company_id = s.company_id and l.id = s.lead_id`.execute(trx)
    ).rows,
    consents: (await trx.selectFrom('consents').select('lead_id').execute()).length,
    activities: (
      await sql<{ name: string; activity: string }>`
        select l.name, a.lead_name as activity from activities a
        join leads l on l.company_id = a.company_id and l.id = a.lead_id`.execute(trx)
    ).rows
  }))

test('what many people send at once is stored together, each under their own name', async () => {
  const ours = await company(app)
  const sent = people(0, 80)
  const answers = await Promise.all(sent.map(each => sendLead(app, ours.id, each)))
  expect(answers.every(answer => answer.statusCode === 201)).toBe(true)
  const { leads, submissions, consents, activities } = await rows(ours)
  const names = new Map(leads.map(({ id, name }) => [id, name]))
  expect(answers.map(answer => names.get(answer.json().id))).toEqual(sent.map(({ name }) => name))
  expect(leads.length).toBe(80)
  expect(submissions.filter(each => each.name === each.sent).length).toBe(80)
  expect(activities.filter(each => each.name === each.activity).length).toBe(80)
  expect(consents).toBe(80)
  expect(new Set(leads.map(({ tx }) => tx)).size).toBeLessThan(40)
})

test('among many at once, one person who sends twice and those who come back become no second lead', async () => {
  const ours = await company(app)
  await Promise.all(people(0, 10).map(each => sendLead(app, ours.id, each)))
  const sent = [...people(0, 30), ...people(20, 40), ...people(25, 35)]
  const answers = await Promise.all(sent.map(each => sendLead(app, ours.id, each)))
  expect(answers.every(answer => answer.statusCode === 201)).toBe(true)
  const { leads, submissions } = await rows(ours)
  const names = new Map(leads.map(({ id, name }) => [id, name]))
  expect(answers.map(answer => names.get(answer.json().id))).toEqual(sent.map(({ name }) => name))
  expect(leads.length).toBe(40)
  expect(submissions.length).toBe(10 + sent.length)
})

test('the plan’s limit is met to the lead where many come at once, and robots take nothing of it', async () => {
  const ours = await company(app)
  await app.db.everyCompany(trx =>
    trx.updateTable('companies').set({ plan: 'basic', leads_limit: 12 }).where('id', '=', ours.id).execute()
  )
  const robots = people(100, 110).map(each => ({ ...each, website: 'https://example.com' }))
  const sent = people(0, 30).flatMap((each, n) => (robots[n] ? [each, robots[n]] : [each]))
  await Promise.all(sent.map(each => sendLead(app, ours.id, each)))
  const { leads } = await rows(ours)
  expect(leads.length).toBe(40)
  expect(leads.filter(({ marks, held }) => !marks.includes('bot') && !held).length).toBe(12)
  expect(await leadUsage(app.db, ours.id)).toMatchObject({ used: 12, limit: 12 })
})

test('somebody whose turn is taken for long keeps nobody else waiting, and is stored too', async () => {
  const ours = await company(app)
  const { phone } = person(3)
  const turn = `phone ${phone.slice(0, 2)}${phone.slice(-8)}`
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  let taken = () => {}
  const ready = new Promise<void>(resolve => {
    taken = resolve
  })
  const holder = app.db.company(ours.id, async trx => {
    await takeLocks(trx, ours.id, turn)
    taken()
    await held
  })
  await ready
  onTestFinished(release)
  const waiting = sendLead(app, ours.id, person(3))
  const others = await Promise.all(people(10, 30).map(each => sendLead(app, ours.id, each)))
  expect(others.every(answer => answer.statusCode === 201)).toBe(true)
  expect((await rows(ours)).leads.length).toBe(20)
  release()
  await holder
  expect((await waiting).statusCode).toBe(201)
  expect((await rows(ours)).leads.length).toBe(21)
})

test('what the database refuses of one person harms nobody who sends at the same time', async () => {
  const ours = await company(app)
  // No check of ours knows of it, as with a rule that a newer release has put into the database.
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  atEnd(() => owner.end())
  await owner.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise check_violation using message = 'refused'; end $$`)
  await owner.query(`create trigger refuse before insert on leads for each row
    when (new.name = 'Recusada') execute function refuse()`)
  const sent = [...people(10, 20), { ...person(5), name: 'Recusada' }, ...people(20, 30)]
  const answers = await Promise.all(sent.map(each => sendLead(app, ours.id, each)))
  expect(answers.filter(answer => answer.statusCode === 201).length).toBe(20)
  expect(answers[10]?.statusCode).toBe(500)
  expect((await rows(ours)).leads.length).toBe(20)
})
