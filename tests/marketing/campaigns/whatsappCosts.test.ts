import { expect, test } from 'vitest'
import { openMessageCampaigns } from '../../kit/messageCampaigns.ts'
import { staff } from '../../kit/staff.ts'

const { meta, app, connected, heard, path } = await openMessageCampaigns()

test('the cost of a campaign is shown before and after it, and the limit of the month stops it midway', async () => {
  const ours = await connected()
  const boss = await staff(app, 'employee', ['manage_integrations'])
  for (let n = 0; n < 3; n++) await ours.person()
  const audience = () => ours.call('POST', `${path}/audience`, { filter: {}, templateId: ours.template.id })
  expect((await audience()).cost, 'no card yet').toBeNull()
  const card = await app.inject({
    method: 'POST',
    url: '/api/admin/whatsapp-prices',
    headers: boss.auth,
    payload: {
      market: 'BR',
      currency: 'BRL',
      from: '2026-01-01',
      source: 'Tabela da Meta',
      prices: { marketing: '0.3250', utility: '0.0450', authentication: '0.05' }
    }
  })
  expect(card.statusCode, card.body).toBe(201)
  expect((await audience()).cost).toEqual({ currency: 'BRL', micros: 975_000 })

  await ours.call('PUT', '/api/whatsapp/costs/limit', { micros: 700_000 })
  const { id, ...stopped } = await ours.send()
  expect(stopped).toMatchObject({
    state: 'paused',
    problem: expect.stringContaining('limite'),
    counts: { accepted: 2 }
  })
  await heard()
  expect((await ours.read(id)).report?.cost).toEqual({ currency: 'BRL', micros: 650_000 })
  const second = await ours.write({ filter: {} })
  const refused = await ours.ask('POST', `${path}/${second.id}/send`)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'LIMITE_DE_GASTO'])

  await ours.call('PUT', '/api/whatsapp/costs/limit', { micros: null })
  await ours.move(id, 'resume')
  await ours.workOff(id)
  expect(await ours.read(id)).toMatchObject({ state: 'done', report: { accepted: 3 } })
  expect(meta.sent).toHaveLength(3)
})
