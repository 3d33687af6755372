import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openApp, type Tenant } from '../../kit/app.ts'
import {
  consenting,
  leaveBy,
  moveCampaign,
  recipientsOf,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })

const entriesOf = async (ours: Tenant, leadId: string | undefined) => {
  const answer = await app.inject({ url: `/api/leads/${leadId}/timeline?kinds=campaign`, headers: ours.auth })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items
}

test('a lead’s timeline shows the campaigns that it got, and a merge takes them along and back', async () => {
  const ours = await sendingCompany(app)
  const [ana, bia, caio] = await consenting(
    app,
    ours,
    ['ana', 'bia', 'caio'].map(name => `${name}@${ours.domain}`)
  )
  await app.db.company(ours.id, trx =>
    sql`update leads set consents = '{}' where company_id = ${ours.id} and id = ${caio}`.execute(trx)
  )
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  const address = `ana@${ours.domain}`
  const sent = {
    kind: 'campaign',
    actorName: null,
    data: { what: 'sent', campaignId: id, name: 'Oferta de inverno', address, reason: null }
  }
  expect(await entriesOf(ours, ana)).toMatchObject([sent])
  expect(await entriesOf(ours, caio), 'who got nothing').toEqual([])

  const mail = sink.taken.find(({ to }) => to === address)
  await leaveBy(app, mail?.raw ?? Buffer.alloc(0))
  const both = [{ kind: 'campaign', data: { what: 'unsubscribed', campaignId: id } }, sent]
  expect(await entriesOf(ours, ana)).toMatchObject(both)

  const merged = await app.inject({
    method: 'POST',
    url: `/api/leads/${bia}/merge`,
    headers: ours.auth,
    payload: { otherId: ana, fields: {} }
  })
  expect(merged.statusCode, merged.body).toBe(200)
  expect(await entriesOf(ours, bia)).toHaveLength(3)
  const ownersOf = async () =>
    Object.fromEntries(
      (await recipientsOf(app, ours, id)).map(({ address: to, leadId }) => [to?.split('@')[0], leadId])
    )
  expect(await ownersOf()).toMatchObject({ ana: bia, bia })
  const suppressed = async () => (await app.inject({ url: '/api/email/suppressions', headers: ours.auth })).json()
  expect(await suppressed()).toMatchObject([{ email: address, leadId: bia }])

  const undone = await app.inject({
    method: 'POST',
    url: `/api/merges/${merged.json().merge.id}/undo`,
    headers: ours.auth
  })
  expect(undone.statusCode, undone.body).toBe(200)
  expect(await ownersOf()).toMatchObject({ ana, bia })
  expect(await entriesOf(ours, bia)).toHaveLength(1)
  expect(await suppressed()).toMatchObject([{ email: address, leadId: ana }])
})
