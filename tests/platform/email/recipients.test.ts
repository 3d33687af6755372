import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Mail } from '../../../services/platform/email/schema.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'
import { colleague } from '../../kit/people.ts'
import { list } from '../../kit/tickets.ts'

const app = await openApp()

/**
 * Tables whose rows may be about no lead, each with the readers of those rows. The test fails for a new table, so that
 * somebody decides who reads its rows.
 */
const withoutLead: Record<string, string> = {
  activities: 'everybody of the company: events such as an import',
  appointments: 'everybody of the company: the calendar shows when colleagues are busy',
  chat_proposals: 'the person who asked, by the queries',
  consents: 'nobody: evidence without a lead is read by no route',
  mails: 'its recipient, and those who see every lead',
  notifications: 'its employee, by the queries',
  tickets: 'everybody of the company who answers tickets'
}

test('every table with rows about no lead says whose they are', async () => {
  const { rows } = await app.db.everyCompany(trx =>
    sql<{ tablename: string }>`
      select tablename from pg_policies where policyname = 'of_visible_leads' and qual ilike '%lead_id is null%'
      order by tablename`.execute(trx)
  )
  expect(rows.map(({ tablename }) => tablename)).toEqual(Object.keys(withoutLead))
})

test('a person who sees only own leads reads no mail of a colleague about no lead', async () => {
  const ours = await company(app)
  const own = await colleague(app, ours.id, { leadAccess: 'own' })
  const leadId = (await sendLead(app, ours.id)).json<{ id: string }>().id
  const write = (to_address: string, subject: string, lead_id: string | null) =>
    app.db.company(ours.id, trx =>
      trx
        .insertInto('mails')
        .values({ company_id: ours.id, job_id: subject, to_address, subject, text: subject, status: 'sent', lead_id })
        .execute()
    )
  await write(ours.email, 'Resumo da chefe', null)
  await write(own.email.toUpperCase(), 'Resumo próprio', null)
  await write(ours.email, 'Sobre um lead', leadId)
  const read = async (who: { auth: { authorization: string } }) =>
    (await app.inject({ url: `/api/mails${list({}, '["createdAt","ASC"]')}`, headers: who.auth })).json<Mail[]>()
  expect((await read(own)).map(({ subject }) => subject)).toEqual(['Resumo próprio'])
  const all = await read(ours)
  expect(all.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Resumo da chefe', 'Resumo próprio', 'Sobre um lead'])
  )
  const foreign = all.find(({ subject }) => subject === 'Resumo da chefe')
  expect((await app.inject({ url: `/api/mails/${foreign?.id}`, headers: own.auth })).statusCode).toBe(404)
})
