import { execFileSync, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '../migrations/run.ts'
import { freePort } from '../services/core/embedded.ts'
import { nodeFlags } from '../services/core/runtime.ts'
import { newCnpj, openApp, testConfig } from './kit/app.ts'
import { emptyDatabase } from './kit/database.ts'
import { atEnd } from './kit/end.ts'
import { temporaryFolder } from './kit/folder.ts'
import { git, hasHistory, olderVersion } from './kit/older.ts'
import { patience } from './kit/patience.ts'
import { asMeta, profile, sign, whatsapp, written } from './kit/webhooks.ts'
import { kill, openWorker } from './kit/workers.ts'

const root = path.join(import.meta.dirname, '..')

async function checkOut(): Promise<string> {
  const folder = await temporaryFolder('prosa-older')
  execFileSync('tar', ['-x', '-C', folder], {
    input: git('archive', olderVersion, 'package.json', 'services', 'workers', 'migrations')
  })
  // Its pages are not asked for.
  for (const name of ['node_modules', 'dist']) await symlink(path.join(root, name), path.join(folder, name))
  return folder
}

type Answer = { kind: string; status: number; body: string }

test('an older version works on while the database is upgraded beneath it, and after', async () => {
  if (!hasHistory()) return // nothing to start from
  const folder = await checkOut()
  const url = await emptyDatabase()
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: url,
    SECRET_KEY: inject('secret'),
    PORT: String(port),
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
    JOB_LOCK: '3',
    ADMIN_EMAIL: 'equipe@example.com',
    ADMIN_PASSWORD: 'uma-senha-da-equipe'
  }
  const older = (file: string) => spawn(process.execPath, [...nodeFlags, file], { cwd: folder, env, stdio: 'inherit' })
  const [migrated] = await once(older('migrations/main.ts'), 'exit')
  expect(migrated).toBe(0)
  for (const file of ['services/server.ts', 'workers/main.ts']) {
    const child = older(file)
    atEnd(() => kill(child))
  }
  const base = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${base}/health/ready`).then(
          ({ ok }) => ok,
          () => false
        ),
      { timeout: patience.look }
    )
    .toBe(true)

  const answers: Answer[] = []
  const call = async (
    kind: string,
    at: string,
    body?: object | string,
    method = body ? 'POST' : 'GET',
    headers = {}
  ) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const response = await fetch(base + at, {
      method,
      headers: { ...(text && { 'content-type': 'application/json' }), ...headers },
      ...(text !== undefined && { body: text })
    })
    const answer = await response.text()
    answers.push({ kind, status: response.status, body: response.ok ? '' : answer })
    return answer.startsWith('{') ? JSON.parse(answer) : undefined
  }

  const email = 'dona@example.com'
  const { token, user } = await call('signup', '/api/auth/signup', {
    name: 'Dona da Empresa',
    email,
    password: 'uma-senha-longa',
    companyName: 'Empresa antiga',
    cnpj: newCnpj()
  })
  const auth = { authorization: `Bearer ${token}` }
  const companyId: string = user.companyId
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  atEnd(() => owner.end())
  await owner.query(`update users set email_confirmed_at = now()`)
  // However many leads come while it is upgraded, none is above the limit of a plan.
  await owner.query(`update companies set plan = 'enterprise', trial_ends_at = null`)
  const [account, secret] = ['109876543210987', 'secret-of-the-older-app']
  await call('channel', '/api/whatsapp/settings', { phoneNumberId: account, appSecret: secret }, 'POST', auth)
  await owner.query('update channels set proved_at = now()').catch(() => {}) // a column of a later version

  const sentLeads: string[] = []
  const sentMessages: string[] = []
  const workOnce = async () => {
    const n = sentLeads.length
    const name = `Pessoa ${n} ${randomInt(1e9)}`
    const phone = `119${String(randomInt(1e8)).padStart(8, '0')}`
    const { id } = await call(
      'capture',
      '/api/leads/public',
      { companyId, name, email: `p${n}@example.com`, phone, consentGiven: true },
      'POST',
      { 'idempotency-key': randomUUID() }
    )
    sentLeads.push(name)
    await call('list', '/api/leads?filter={"q":"pessoa"}', undefined, 'GET', auth)
    await call('change', `/api/leads/${id}`, { status: 'contacted' }, 'PUT', auth)
    await call('typed', '/api/leads', { name: `Digitada ${n}`, phone: `118${phone.slice(3)}` }, 'POST', auth)
    await call('note', `/api/leads/${id}/notes`, { text: 'Liguei' }, 'POST', auth)
    const message = `wamid.${randomUUID()}`
    const from = `55${phone}`
    const body = asMeta(
      whatsapp(account, { contacts: [profile(from, name)], messages: [written(from, message, 'Bom dia')] })
    )
    await call('webhook', '/webhooks/whatsapp', body, 'POST', { 'x-hub-signature-256': sign(body, secret) })
    sentMessages.push(message)
  }

  const config = testConfig({ DATABASE_URL: url })
  for (let n = 0; n < 5; n++) await workOnce()
  let upgrading = true
  const upgrade = migrate(config).finally(() => (upgrading = false))
  while (upgrading) await workOnce()
  expect((await upgrade).length).toBeGreaterThan(0)
  for (let n = 0; n < 5; n++) await workOnce()
  // Both versions are at work for a while, as they are when one process after another is replaced.
  await openWorker(config)
  for (let n = 0; n < 5; n++) await workOnce()

  expect(answers.filter(({ status }) => status >= 400)).toEqual([])
  const count = async (query: string): Promise<number> => Number((await owner.query<{ n: string }>(query)).rows[0]?.n)
  await expect
    .poll(() => count('select count(*) as n from messages'), { timeout: patience.look })
    .toBe(sentMessages.length)
  expect(await count(`select count(*) as n from leads where name like 'Pessoa %'`)).toBe(sentLeads.length)
  expect(await count('select sum(n) as n from lead_counts')).toBe(await count('select count(*) as n from leads'))
  await expect.poll(() => count('select count(*) as n from outbox'), { timeout: patience.look }).toBe(0)

  const app = await openApp({ DATABASE_URL: url })
  const page = await app.inject({ url: '/api/leads', headers: auth })
  expect(page.statusCode).toBe(200)
})
