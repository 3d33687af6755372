import { describe, expect, test } from 'vitest'
import { resealSecondFactors } from '../../../services/account/auth/secondFactor.ts'
import { storeSettings } from '../../../services/account/settings/queries.ts'
import { seal, unseal } from '../../../services/core/secrets.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailsTo } from '../../kit/mails.ts'
import { colleague } from '../../kit/people.ts'
import { codeOf, protect } from '../../kit/secondFactor.ts'
import { staff } from '../../kit/staff.ts'
import { join, joinAgain } from '../../kit/team.ts'

const app = await openApp()

const post = (who: Tenant, url: string, payload?: object, on = app) =>
  on.inject({ method: 'POST', url: `/api/profile/second-factor${url}`, headers: who.auth, ...(payload && { payload }) })
const login = (who: Tenant, code?: string, on = app) =>
  on.inject({
    method: 'POST',
    url: '/api/auth/login',
    // Failures are counted by address, in the other test files too.
    remoteAddress: '10.7.0.2',
    payload: { email: who.email, password: who.password, ...(code !== undefined && { code }) }
  })

test('with a second factor the password alone does not sign in, and a code of the app is good once', async () => {
  const ours = await company(app)
  const started = await post(ours, '')
  expect(started.json().uri).toMatch(/^otpauth:\/\/totp\/Prosa:/)
  expect((await login(ours)).statusCode).toBe(200)
  expect((await post(ours, '/confirm', { code: '000000' })).json().errors).toHaveProperty('code')

  const { secret } = await protect(app, ours)
  const challenge = await login(ours)
  expect(challenge.statusCode).toBe(401)
  expect(challenge.json()).toMatchObject({
    code: 'SECOND_FACTOR',
    message: 'Digite o código do seu aplicativo autenticador.'
  })
  const code = codeOf(secret)
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(ours, code)))
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
  expect(answers.find(answer => answer.statusCode !== 200)?.json()).toMatchObject({
    code: 'SECOND_FACTOR',
    errors: { code: 'Código incorreto ou já usado.' }
  })
  const next = await login(ours, `${codeOf(secret, 1).slice(0, 3)} ${codeOf(secret, 1).slice(3)}`)
  expect(next.json().user).toMatchObject({ secondFactor: 'on' })
  expect((await login(ours, codeOf(secret, 3))).statusCode).toBe(401)
  expect((await post(ours, '')).statusCode).toBe(409)
})

test('a recovery code is good once, in any spelling, and its owner is notified', async () => {
  const ours = await company(app)
  const { recoveryCodes } = await protect(app, ours)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes[0]).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
  const code = recoveryCodes[3] ?? ''
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => login(ours, code.toLowerCase().replaceAll('-', ' ')))
  )
  expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
  expect((await login(ours, code)).statusCode).toBe(401)
  const profile = await app.inject({ url: '/api/profile', headers: ours.auth })
  expect(profile.json()).toMatchObject({ secondFactor: 'on', recoveryCodesLeft: 9 })
  expect((await mailsTo(app, ours.email))[0]?.text).toContain('Restam 9')
  const stored = await app.db.everyCompany(trx => trx.selectFrom('recovery_codes').select('code_hash').execute())
  expect(stored.map(row => row.code_hash.toString())).not.toContain(code.replaceAll('-', ''))
})

test('turning it off, and new recovery codes, take both the password and a code', async () => {
  const ours = await company(app)
  const { secret, recoveryCodes } = await protect(app, ours)
  const { password } = ours
  expect((await post(ours, '/disable', { password: 'errada', code: codeOf(secret) })).json().errors).toHaveProperty(
    'password'
  )
  expect((await post(ours, '/disable', { password, code: '123456' })).json().errors).toHaveProperty('code')
  const renewed = await post(ours, '/recovery-codes', { password, code: recoveryCodes[0] })
  expect(renewed.json().recoveryCodes).toHaveLength(10)
  expect((await login(ours, recoveryCodes[1])).statusCode).toBe(401)
  expect((await post(ours, '/disable', { password, code: codeOf(secret) })).statusCode).toBe(204)
  expect((await login(ours)).json().user).toMatchObject({ secondFactor: 'off' })
  const log = await app.db.company(ours.id, trx => trx.selectFrom('audit_log').select('action').execute())
  expect(log.map(entry => entry.action)).toEqual(
    expect.arrayContaining(['user.second_factor_on', 'user.recovery_codes_renewed', 'user.second_factor_off'])
  )
})

test('wrong codes are throttled by account, and a right one does not help then', async () => {
  const strict = await openApp({ RATE_LIMIT_FACTOR: '1' })
  const ours = await company(app)
  const { secret } = await protect(app, ours)
  for (let n = 0; n < 10; n++) expect((await login(ours, '000000', strict)).statusCode).toBe(401)
  const refused = await login(ours, codeOf(secret), strict)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  const outcomes = await app.db.everyCompany(trx =>
    trx.selectFrom('sign_ins').select('outcome').where('user_id', '=', ours.userId).orderBy('at', 'desc').execute()
  )
  expect(outcomes.map(row => row.outcome)).toEqual(['throttled', ...Array(10).fill('second_factor')])
})

test('where staff must have one, staff without can do nothing but set it up', async () => {
  const own = await openApp({ DATABASE_URL: await newDatabase() })
  const staff = await company(own)
  await own.db.everyCompany(async trx => {
    await trx.updateTable('users').set({ role: 'manager' }).where('id', '=', staff.userId).execute()
    await storeSettings(trx, { staffSecondFactor: true }, null)
  })
  const { token, user } = (await login(staff, undefined, own)).json()
  expect(user.secondFactor).toBe('required')
  const who = { ...staff, auth: { authorization: `Bearer ${token}` } }
  const get = (url: string) => own.inject({ url, headers: who.auth })
  for (const url of ['/api/profile', '/api/profile/sessions', '/api/leads'])
    expect((await get(url)).json(), url).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
  expect((await get('/api/auth/me')).statusCode).toBe(200)
  await protect(own, who)
  await expect.poll(async () => (await get('/api/profile')).statusCode).toBe(200)
})

test('the secret is sealed, for its row alone, and survives a change of the key', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  const ours = await company(app)
  const { secret } = await protect(app, ours)
  const kept = async () =>
    (
      await app.db.everyCompany(trx =>
        trx
          .selectFrom('users')
          .select('second_factor_secret as sealed')
          .where('id', '=', ours.userId)
          .executeTakeFirst()
      )
    )?.sealed ?? ''
  const sealed = await kept()
  expect(sealed).not.toContain(secret)
  const place = { field: 'users.second_factor_secret', row: ours.userId }
  expect(unseal(app.config, sealed, place)).toBe(secret)
  expect(() => unseal(app.config, sealed, { ...place, row: 'f'.repeat(24) })).toThrow()
  expect(() => unseal(app.config, sealed, { ...place, field: 'another' })).toThrow()
  expect(() => unseal(app.config, `${sealed.slice(0, -2)}AA`, place)).toThrow()
  expect(seal(app.config, secret, place)).not.toBe(sealed)

  const rotated = await openApp({
    DATABASE_URL: app.config.database.owner,
    SECRET_KEY: 'another secret of more than 32 characters',
    SECRET_KEY_PREVIOUS: app.config.secret,
    APP_DATABASE_URL: app.config.database.app,
    STAFF_DATABASE_URL: app.config.database.staff
  })
  expect((await login(ours, codeOf(secret), rotated)).statusCode).toBe(200)
  expect(await rotated.db.everyCompany(trx => resealSecondFactors(trx, rotated.config))).toBeGreaterThan(0)
  expect(await rotated.db.everyCompany(trx => resealSecondFactors(trx, rotated.config))).toBe(0)
  const again = await kept()
  expect(again).not.toBe(sealed)
  expect(unseal({ secret: rotated.config.secret, previousSecret: undefined }, again, place)).toBe(secret)
  expect(() => unseal(app.config, again, place)).toThrow(/not configured/)
})

test('no answer carries the secret once it was confirmed', async () => {
  const ours = await company(app)
  const { secret } = await protect(app, ours)
  for (const url of ['/api/profile', '/api/profile/export', '/api/auth/me']) {
    const { body } = await app.inject({ url, headers: ours.auth })
    expect(body).not.toContain(secret)
    expect(body).not.toMatch(/argon2|_hash|second_factor_secret/)
  }
})

test('one sign-in in two steps leaves one row, and a wrong code one more', async () => {
  const ours = await company(app)
  const { secret } = await protect(app, ours)
  const outcomes = async () => {
    const rows = await app.db.everyCompany(trx =>
      trx.selectFrom('sign_ins').select('outcome').where('user_id', '=', ours.userId).orderBy('at').execute()
    )
    return rows.map(row => row.outcome)
  }
  await login(ours)
  expect(await outcomes()).toEqual(['second_factor'])
  await login(ours, '000000')
  expect((await login(ours, codeOf(secret))).statusCode).toBe(200)
  expect(await outcomes()).toEqual(['second_factor', 'ok'])
})

describe('a lost second factor is removed', () => {
  const remove = (who: { auth: { authorization: string } }, url: string, reason: unknown = 'Perdeu o celular') =>
    app.inject({ method: 'POST', url, headers: who.auth, payload: { reason } as object })
  const employeeOf = async (ours: Tenant, userId: string): Promise<string> =>
    (await app.inject({ url: '/api/employees', headers: ours.auth }))
      .json()
      .find((person: { userId: string }) => person.userId === userId).id

  test('by an admin of the company, who must say why; the person hears of it and signs in again', async () => {
    const ours = await company(app)
    const theirs = await company(app)
    const bia = await join(app, ours, { role: 'agent' })
    await protect(app, bia)
    const id = await employeeOf(ours, bia.userId)
    const url = `/api/employees/${id}/second-factor/remove`
    const manager = await colleague(app, ours.id, { permissions: ['manage_team'] })
    expect((await remove(manager, url)).statusCode).toBe(403)
    expect((await remove(theirs, url)).statusCode).toBe(404)
    expect((await remove(ours, url, '  ')).statusCode).toBe(400)
    expect((await login(bia)).json().code).toBe('SECOND_FACTOR')

    const removed = await remove(ours, url)
    expect(removed.json()).toMatchObject({ id, secondFactor: false })
    expect((await app.inject({ url: '/api/auth/me', headers: bia.auth })).statusCode).toBe(401)
    expect((await login(bia)).statusCode).toBe(200)
    const [mail] = await mailsTo(app, bia.email)
    expect(mail).toMatchObject({ subject: 'Verificação em duas etapas removida na Prosa' })
    expect(mail?.text).toContain('Perdeu o celular')
    const entry = await app.db.everyCompany(trx =>
      trx
        .selectFrom('audit_log')
        .selectAll()
        .where('company_id', '=', ours.id)
        .where('action', '=', 'user.second_factor_removed')
        .executeTakeFirstOrThrow()
    )
    expect(entry).toMatchObject({ actor_id: ours.userId, object_id: bia.userId, reason: 'Perdeu o celular' })
    expect((await remove(ours, url)).statusCode).toBe(409)
  })

  test('but never one’s own, nor that of an account which another company shares', async () => {
    const ours = await company(app)
    const theirs = await company(app)
    const bia = await join(app, ours, { role: 'agent' })
    await joinAgain(app, theirs, bia)
    await protect(app, ours)
    await protect(app, bia)
    const [own, shared] = [await employeeOf(ours, ours.userId), await employeeOf(ours, bia.userId)]
    expect((await remove(ours, `/api/employees/${own}/second-factor/remove`)).statusCode).toBe(403)
    expect((await remove(ours, `/api/employees/${shared}/second-factor/remove`)).statusCode).toBe(403)
    const manager = await staff(app, 'manager')
    const path = `/api/admin/companies/${ours.id}/users/${bia.userId}/remove-second-factor`
    expect((await remove(await staff(app, 'employee', ['manage_employees']), path)).statusCode).toBe(403)
    expect((await remove(manager, path)).statusCode).toBe(204)
    expect((await login(bia)).statusCode).toBe(200)
  })

  test('of staff by anyone who may change their rights', async () => {
    const [globalAdmin, helper] = [await staff(app, 'global_admin'), await staff(app, 'employee', ['manage_employees'])]
    const colleagueOfStaff = await staff(app, 'employee')
    for (const who of [globalAdmin, colleagueOfStaff]) await protect(app, who as unknown as Tenant)
    const url = ({ userId }: { userId: string }) => `/api/admin/employees/${userId}/remove-second-factor`
    expect((await remove(helper, url(globalAdmin))).statusCode).toBe(403)
    expect((await remove(helper, url(colleagueOfStaff))).statusCode).toBe(204)
  })
})
