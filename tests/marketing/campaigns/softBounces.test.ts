import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasureKey } from '../../../services/leads/erased/people.ts'
import { mailboxFault } from '../../../services/marketing/campaigns/refusals.ts'
import { softBounces } from '../../../services/marketing/campaigns/rules.ts'
import { hashOf } from '../../../services/marketing/suppressions/hashes.ts'
import { endSuppressions, suppress } from '../../../services/marketing/suppressions/queries.ts'
import { openApp, type Tenant } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  leaveBy,
  moveCampaign,
  recipientsOf,
  type Sending,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { sendAll } from '../../kit/series.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink((to, attempt) => {
  if (to.startsWith('cheia')) return 'full'
  if (to.startsWith('inativa')) return 'inactive'
  if (to.startsWith('melhora')) return attempt <= 2 ? 'full' : 'take'
  return to.startsWith('regra') ? 'refuseSender' : 'take'
})
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })
const { db } = app

const run = (ours: Tenant, text: ReturnType<typeof sql>) => db.company(ours.id, trx => text.execute(trx))
const held = async (ours: Sending): Promise<{ id: string; email: string; reason: string; until: string | null }[]> =>
  (await app.inject({ url: '/api/email/suppressions', headers: ours.auth })).json()

async function send(ours: Sending): Promise<string> {
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  return id
}

test('three mails that a mailbox turned away within seven days have it rest for thirty', async () => {
  const ours = await sendingCompany(app)
  const at = (name: string) => `${name}@${ours.domain}`
  await consenting(app, ours, ['cheia', 'regra', 'melhora', 'boa'].map(at))
  const days = (n: number) => sql`update campaign_recipients set claimed_at = claimed_at - ${n} * interval '1 day'`
  await send(ours)
  await run(ours, days(softBounces.within + 1))
  for (let n = 1; n < softBounces.limit; n++) await send(ours)
  expect(await held(ours), 'the first is too old to count').toEqual([])
  const id = await send(ours)
  const rows = await recipientsOf(app, ours, id)
  const of = (name: string) => rows.find(({ address }) => address === at(name))
  expect(of('cheia')).toMatchObject({ state: 'rejected', reason: 'full', answer: '552 5.2.2 Mailbox full' })
  expect([of('regra')?.reason, of('melhora')?.state, of('boa')?.state]).toEqual(['policy', 'accepted', 'accepted'])
  const [only, ...others] = await held(ours)
  expect(only).toMatchObject({ email: at('cheia'), reason: 'unreachable' })
  expect(others).toEqual([])
  const left = (Date.parse(only?.until ?? '') - Date.now()) / 86_400_000
  expect(Math.round(left)).toBe(softBounces.days)
  const audience = async () => (await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })).json()
  expect(await audience()).toMatchObject({ receive: 3, excluded: { unreachable: 1 } })

  // It is not over yet, and then it is, once.
  await endSuppressions(db)
  expect(await held(ours)).toHaveLength(1)
  await run(ours, sql`update suppressions set until = now()`)
  await endSuppressions(db)
  await endSuppressions(db)
  expect(await held(ours)).toEqual([])
  expect((await audience()).receive).toBe(4)
})

test('what the team lifted begins to count anew, and a refusal of promotions is left when the time is over', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, [`cheia@${ours.domain}`])
  for (let n = 0; n < softBounces.limit; n++) await send(ours)
  const [hold] = await held(ours)
  const lifted = await app.inject({
    method: 'POST',
    url: `/api/email/suppressions/${hold?.id}/lift`,
    headers: ours.auth,
    payload: { reason: 'Esvaziou a caixa' }
  })
  expect(lifted.statusCode).toBe(204)
  for (let n = 1; n < softBounces.limit; n++) await send(ours)
  expect(await held(ours)).toEqual([])
  await send(ours)
  expect(await held(ours)).toMatchObject([{ reason: 'unreachable' }])
  await run(ours, sql`update suppressions set until = now(), promotions_left_at = now()`)
  await endSuppressions(db)
  expect(await held(ours)).toMatchObject([{ reason: 'promotions', until: null }])
})

test('a mail counts once, when it is given up', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, [`inativa@${ours.domain}`])
  const id = await send(ours)
  // Attempts of one mail are no bounces of their own.
  for (let n = 0; n < softBounces.limit; n++) {
    await run(ours, sql`update campaign_recipients set due_at = now() where state = 'deferred'`)
    await sendAll(app, ours)
  }
  expect(await held(ours)).toEqual([])
  await run(ours, sql`update campaign_recipients set due_at = now(), attempts = 6 where state = 'deferred'`)
  await sendAll(app, ours)
  const [row] = await recipientsOf(app, ours, id, { state: 'rejected' })
  expect(row).toMatchObject({ reason: 'inactive', answer: '450 4.2.1 Mailbox disabled, not accepting messages' })
  expect(await held(ours)).toEqual([])
})

test('who leaves while their mailbox rests has left for good', async () => {
  const ours = await sendingCompany(app)
  const contact = `boa@${ours.domain}`
  await consenting(app, ours, [contact])
  await send(ours)
  const hash = hashOf(await erasureKey(db, app.config), ours.id, 'email', contact)
  const hold = { contact, hash, leadId: null, reason: 'unreachable' as const, days: softBounces.days }
  await db.company(ours.id, trx => suppress(trx, ours.id, [hold]))
  expect(await held(ours)).toMatchObject([{ reason: 'unreachable' }])
  await leaveBy(app, sink.taken.findLast(({ to }) => to === contact)?.raw ?? Buffer.alloc(0))
  expect(await held(ours)).toMatchObject([{ reason: 'unsubscribed', until: null }])
  // A server's word does not make it less.
  await db.company(ours.id, trx => suppress(trx, ours.id, [hold]))
  expect(await held(ours)).toMatchObject([{ reason: 'unsubscribed', until: null }])
})

test.each([
  [552, '5.2.2', 'Mailbox full', 'full'],
  [452, '4.2.2', 'Over quota', 'full'],
  [552, '', 'Exceeded storage allocation', 'full'],
  [550, '5.2.1', 'Account disabled', 'inactive'],
  [450, '4.2.1', 'Mailbox disabled, not accepting messages', 'inactive'],
  [450, '4.2.1', 'Receiving mail too quickly', null],
  [552, '5.3.4', 'Message size exceeds fixed limit', null],
  [552, '', 'Message size exceeds fixed limit', null],
  [450, '4.2.1', 'Recipient address rejected: Greylisted', null],
  [450, '4.2.0', 'Recipient address rejected: Greylisting in effect', null],
  [451, '4.7.1', 'Try again later', null],
  [421, '4.7.28', 'Unusual rate of mail from your IP address', null],
  [452, '4.5.3', 'Too many recipients', null],
  [451, '4.4.1', 'No answer from host', null],
  [554, '5.7.1', 'Not for us', null],
  [550, '5.1.1', 'User unknown', null]
] as const)('%i %s %s says %4$s of the mailbox', (code, status, answer, fault) => {
  expect(mailboxFault({ code, status, answer })).toBe(fault)
})
