import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { activeLanes } from '../../../services/marketing/campaigns/moves.ts'
import { campaignTexts } from '../../../services/marketing/campaigns/rules.ts'
import { decideTests, winnerOf } from '../../../services/marketing/campaigns/subjects.ts'
import { openApp } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  moveCampaign,
  readCampaign,
  recipientsOf,
  type Sending,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })
const { db } = app

const tests = { subject: 'Segundo assunto', share: 20, hours: 4 }
const subjectsOf = (ours: Sending) =>
  sink.taken
    .filter(({ raw }) => raw.includes(`@${ours.domain}>`))
    .map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1])
const countOf = (ours: Sending) => {
  const all = subjectsOf(ours)
  return [all.filter(text => text === 'Primeiro').length, all.filter(text => text === tests.subject).length]
}
const decide = () => decideTests(db)

/** A campaign to thirty people that tests two subjects, of which the test was sent. */
async function tested(people = 30) {
  const ours = await sendingCompany(app)
  await consenting(
    app,
    ours,
    Array.from({ length: people }, (_, n) => `p${n}@pessoa.example`)
  )
  const { id } = await writeCampaign(app, ours, { subject: 'Primeiro', test: tests })
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  return { ours, id }
}

/** Has so many people of a subject open the link of their mail. */
async function click(ours: Sending, id: string, variant: 'a' | 'b', people: number, automatic = false): Promise<void> {
  const rows = (await recipientsOf(app, ours, id)).filter(row => row.variant === variant).slice(0, people)
  expect(rows).toHaveLength(people)
  await db.company(ours.id, trx =>
    sql`insert into campaign_clicks (company_id, campaign_id, recipient_id, link, automatic)
      select ${ours.id}, ${id}, r, 0, ${automatic} from unnest(${rows.map(row => row.id)}::text[]) as r`.execute(trx)
  )
}

test('each subject goes to its share, and the one that more people click to the others', async () => {
  const { ours, id } = await tested()
  expect(countOf(ours)).toEqual([6, 6])
  expect(await readCampaign(app, ours, id)).toMatchObject({
    state: 'sending',
    counts: { accepted: 12, pending: 18 },
    test: {
      ...tests,
      winner: null,
      decidesAt: null,
      result: { a: { sent: 6, clicked: 0 }, b: { sent: 6, clicked: 0 } }
    }
  })
  await decide()
  const waiting = await readCampaign(app, ours, id)
  expect(waiting.waiting).toBe('test')
  expect(Date.parse(waiting.test?.decidesAt ?? '') - Date.now()).toBeGreaterThan(3.9 * 3_600_000)
  // Nobody looks for something to send meanwhile, and nothing is.
  expect((await db.everyCompany(activeLanes)).filter(({ companyId }) => companyId === ours.id)).toEqual([])
  await workOffCampaign(app, ours, id)
  await decide()
  expect(countOf(ours)).toEqual([6, 6])

  await click(ours, id, 'a', 1)
  await click(ours, id, 'b', 2)
  // Programs choose nothing.
  await click(ours, id, 'a', 6, true)
  await db.company(ours.id, trx => sql`update campaigns set tested_at = now() - interval '4 hours'`.execute(trx))
  await decide()
  await decide()
  const result = { a: { sent: 6, clicked: 1 }, b: { sent: 6, clicked: 2 } }
  expect((await readCampaign(app, ours, id)).test).toMatchObject({ winner: 'b', decidesAt: null, result })
  await workOffCampaign(app, ours, id)
  expect(countOf(ours)).toEqual([6, 24])
  // The result of the test stays as it was.
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', counts: { accepted: 30 }, test: { result } })
  const rows = await recipientsOf(app, ours, id)
  expect(rows.filter(({ variant }) => variant === 'a')).toHaveLength(6)
  expect(rows.filter(({ variant }) => variant === 'b')).toHaveLength(24)
  const file = (await callCampaigns(app, ours, 'GET', `/${id}/recipients.csv`)).body.trim().split('\r\n')
  expect(file.filter(line => line.endsWith(';B;'))).toHaveLength(24)
})

test('a person who opens the link of the mail has the subject win that they read', async () => {
  const { ours, id } = await tested()
  await decide()
  // An opening right after the delivery is that of a program.
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set sent_at = now() - interval '1 hour' where company_id = ${ours.id}`.execute(trx)
  )
  const mail = sink.taken.find(({ raw }) => raw.includes(`@${ours.domain}>`) && raw.includes(tests.subject))
  const { html = '' } = await PostalMime.parse(mail?.raw ?? '')
  const link = new URL(/href="([^"]*\/click\/[^"]*)"/.exec(html)?.[1] ?? '')
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'
  const opened = await app.inject({ url: link.pathname, headers: { 'user-agent': agent } })
  expect([opened.statusCode, opened.headers.location]).toEqual([302, 'https://loja.example/oferta'])
  await db.company(ours.id, trx => sql`update campaigns set tested_at = now() - interval '4 hours'`.execute(trx))
  await decide()
  expect((await readCampaign(app, ours, id)).test).toMatchObject({
    winner: 'b',
    result: { a: { sent: 6, clicked: 0 }, b: { sent: 6, clicked: 1 } }
  })
  await workOffCampaign(app, ours, id)
  expect(countOf(ours)).toEqual([6, 24])
})

test('a tie is the first subject’s, shares are compared, and a pause decides nothing', async () => {
  expect(winnerOf({ a: { sent: 5, clicked: 1 }, b: { sent: 10, clicked: 2 } })).toBe('a')
  expect(winnerOf({ a: { sent: 10, clicked: 2 }, b: { sent: 5, clicked: 2 } })).toBe('b')
  expect(winnerOf({ a: { sent: 0, clicked: 0 }, b: { sent: 0, clicked: 0 } })).toBe('a')
  const { ours, id } = await tested()
  await decide()
  await db.company(ours.id, trx => sql`update campaigns set tested_at = now() - interval '5 hours'`.execute(trx))
  await moveCampaign(app, ours, id, 'pause')
  await decide()
  expect((await readCampaign(app, ours, id)).test?.winner).toBe(null)
  await moveCampaign(app, ours, id, 'resume')
  await decide()
  await workOffCampaign(app, ours, id)
  expect(countOf(ours)).toEqual([24, 6])
})

test('a test of nobody but those who test ends, and one of equal subjects is refused', async () => {
  const { ours, id } = await tested(2)
  expect(countOf(ours)).toEqual([1, 1])
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', test: { winner: null } })
  const written = { name: 'Oferta', templateId: ours.templateId, filter: {}, subject: 'Igual' }
  const same = await callCampaigns(app, ours, 'POST', '', { ...written, test: { ...tests, subject: ' Igual ' } })
  expect(same.json().errors).toEqual({ 'test.subject': campaignTexts.sameSubject })
  const none = await callCampaigns(app, ours, 'POST', '', { ...written, test: { ...tests, subject: ' ' } })
  expect(none.json().errors).toEqual({ 'test.subject': campaignTexts.subjectB })
  // That of the template may be the same too, as is seen when it is sent.
  const { id: other } = await writeCampaign(app, ours, {
    test: { ...tests, subject: 'Uma oferta para {{ primeiro_nome }}' }
  })
  expect((await callCampaigns(app, ours, 'POST', `/${other}/send`)).json().message).toBe(campaignTexts.sameSubject)
})

test('a test of a campaign with two subjects sends both, marked A and B', async () => {
  const ours = await sendingCompany(app)
  const { id } = await writeCampaign(app, ours, { subject: 'Primeiro', test: tests })
  const { rows } = await db.company(ours.id, trx => sql<{ email: string }>`select email from employees`.execute(trx))
  const answer = await callCampaigns(app, ours, 'POST', `/${id}/test`, { to: rows[0]?.email })
  expect(answer.json()).toEqual({ outcome: 'accepted', answer: 'A: 250 OK queued\nB: 250 OK queued' })
  expect(subjectsOf(ours)).toEqual(['[Teste A] Primeiro', '[Teste B] Segundo assunto'])
})
