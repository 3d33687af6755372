import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '../../services/app.ts'
import { loggerOptions } from '../../services/core/logging.ts'
import { ada, company, sendLead, testConfig } from '../kit/app.ts'
import { atEnd } from '../kit/end.ts'

test('logs show route, status, time and ids, and nothing of what people wrote', async () => {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk
      done()
    }
  })
  const config = { ...testConfig(), log: { level: 'trace', pretty: false } }
  const app = await buildApp(config, { logger: { ...loggerOptions(config, 'api'), stream } })
  atEnd(() => app.close())
  const ours = await company(app, 'Empresa Sigilosa')
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: ours.email, password: 'tentativa-errada' }
  })
  const { id } = (await sendLead(app, ours.id, { message: 'segredo do cliente' })).json()
  await app.inject({ url: `/api/leads/${id}?x=segredo`, headers: ours.auth })
  await app.inject({ url: '/api/leads', query: { filter: '{"q":"segredo"}' }, headers: ours.auth })
  // A failure inside a statement carries its parameters.
  const broken = app.db.company(ours.id, trx =>
    trx
      .insertInto('leads')
      .values({ company_id: 'segredo' } as never)
      .execute()
  )
  await broken.catch(error => app.log.error({ err: error }, 'broken'))

  expect(log).toContain('"route":"/api/leads/:id"')
  expect(log).toContain(`"companyId":"${ours.id}"`)
  expect(log).toContain('"msg":"broken"')
  for (const private_ of [
    ours.email,
    ours.password,
    'tentativa-errada',
    ours.token,
    ada.name,
    ada.email,
    '98765',
    'segredo',
    'Sigilosa'
  ])
    expect(log, private_).not.toContain(private_)
})
