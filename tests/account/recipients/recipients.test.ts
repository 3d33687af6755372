import { expect, test } from 'vitest'
import { mailNotifications } from '../../../services/account/notifications/gathered.ts'
import { notifyOfMailLimits } from '../../../services/account/notifications/mailLimits.ts'
import type { Recipient } from '../../../services/account/recipients/schema.ts'
import { mailsPerDay } from '../../../services/platform/email/rules.ts'
import { company, openApp, sendLead, signUp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailsTo } from '../../kit/mails.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { changePlan, join } from '../../kit/team.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

let n = 0
const newAddress = () => `fora-${Date.now()}-${n++}@parceiro.example`

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
const answer = (token: string | null | undefined, wanted: boolean) =>
  app.inject({ method: 'POST', url: '/public/recipients/answer', payload: { token, wanted } })

async function nameInForm(who: Tenant, recipients: string[]) {
  const [{ id }] = (await call(who, 'GET', '/api/forms')).json()
  const form = (await call(who, 'GET', `/api/forms/${id}`)).json()
  const content = { ...form.draft, settings: { ...form.draft.settings, recipients } }
  const saved = await call(who, 'PUT', `/api/forms/${id}/draft`, { revision: form.revision, content })
  if (saved.statusCode !== 200) return saved
  return call(who, 'POST', `/api/forms/${id}/publish`, { revision: saved.json().revision })
}

const stateOf = async (who: Tenant, email: string): Promise<Recipient> =>
  (await call(who, 'GET', `/api/recipients?emails=${encodeURIComponent(email)}`)).json()[0]

/** The addresses that are notified of a lead that a visitor of the company sends now. */
async function notifiedOfLead(who: Tenant): Promise<string[]> {
  const { id } = (await sendLead(app, who.id, { email: newAddress(), phone: `${11_900_000_000 + n}` })).json()
  let recipients: string[] = []
  await expect
    .poll(async () => {
      const mails = await app.db.company(who.id, trx =>
        trx.selectFrom('mails').select('to_address').where('lead_id', '=', id).execute()
      )
      recipients = mails.map(mail => mail.to_address).sort()
      return recipients.length
    })
    .toBeGreaterThan(0)
  return recipients
}

test('an address outside the team is asked once, gets nothing before it agrees, and nothing after it leaves', async () => {
  const ours = await company(app, 'Padaria Central')
  const outside = newAddress()
  expect((await nameInForm(ours, [outside])).statusCode).toBe(200)
  await expect.poll(() => mailsTo(app, outside)).toHaveLength(1)
  expect(await stateOf(ours, outside)).toMatchObject({ state: 'waiting', sentAt: expect.any(String) })
  expect(await notifiedOfLead(ours)).toEqual([ours.email])

  const [mail] = await mailsTo(app, outside)
  const check = await app.inject({
    method: 'POST',
    url: '/public/recipients/check',
    payload: { token: mail?.token }
  })
  expect(check.json()).toEqual({ companyName: 'Padaria Central', email: 'f***@parceiro.example', state: 'waiting' })
  expect((await stateOf(ours, outside)).state).toBe('waiting')

  expect((await answer(mail?.token, true)).statusCode).toBe(204)
  expect((await stateOf(ours, outside)).state).toBe('confirmed')
  expect(await notifiedOfLead(ours)).toEqual([outside])

  expect((await answer(mail?.token, false)).statusCode).toBe(204)
  expect(await notifiedOfLead(ours)).toEqual([ours.email])
  const { id, state } = await stateOf(ours, outside)
  expect(state).toBe('declined')
  expect((await call(ours, 'POST', `/api/recipients/${id}/resend`)).statusCode).toBe(409)
  expect((await nameInForm(ours, [outside, ours.email])).statusCode).toBe(200)
  expect(await mailsTo(app, outside)).toHaveLength(1)
})

test('who is of the team gets leads without being asked, and nobody who has left it', async () => {
  const ours = await company(app)
  const bia = await join(app, ours)
  await nameInForm(ours, [bia.email])
  expect((await stateOf(ours, bia.email)).state).toBe('team')
  expect(await notifiedOfLead(ours)).toEqual([bia.email])
  const team: { id: string; userId: string }[] = (await call(ours, 'GET', '/api/employees')).json()
  const { id } = team.find(({ userId }) => userId === bia.userId) ?? {}
  expect((await call(ours, 'POST', `/api/employees/${id}/deactivate`, { heirId: null })).statusCode).toBeLessThan(300)
  expect(await notifiedOfLead(ours)).toEqual([ours.email])
})

test('a company whose own address nobody has confirmed writes to nobody else', async () => {
  const ours = await signUp(app)
  const outside = newAddress()
  expect((await nameInForm(ours, [outside])).statusCode).toBe(200)
  expect(await notifiedOfLead(ours)).toEqual([ours.email])
  const { id } = await stateOf(ours, outside)
  const invitation = { name: 'Bia', email: newAddress(), role: 'agent', leadAccess: 'all' }
  const victim = newAddress()
  const { id: leadId } = (await sendLead(app, ours.id, { email: victim })).json()
  const request = {
    method: 'POST' as const,
    url: '/public/my-data/link',
    payload: { client: ours.id, contact: victim }
  }
  expect((await app.inject(request)).statusCode).toBe(202)
  const refusals = await Promise.all([
    call(ours, 'POST', `/api/recipients/${id}/resend`),
    call(ours, 'POST', '/api/employees/invitations', invitation)
  ])
  for (const refused of refusals) {
    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toContain('Confirme o e-mail da sua conta')
  }
  expect(leadId).toBeTruthy()
  const mails = () => Promise.all([outside, victim, invitation.email].map(address => mailsTo(app, address)))
  await nothingFor(500, mails, [[], [], []])

  const [mail] = await mailsTo(app, ours.email)
  await app.inject({ method: 'POST', url: '/public/email/confirm', payload: { token: mail?.token } })
  expect((await call(ours, 'POST', `/api/recipients/${id}/resend`)).statusCode).toBe(204)
  expect((await call(ours, 'POST', '/api/employees/invitations', invitation)).statusCode).toBe(201)
  await app.inject(request)
  for (const address of [outside, victim, invitation.email])
    await expect.poll(() => mailsTo(app, address)).toHaveLength(1)
})

test('who accepts by the link that the inviter was shown has confirmed nothing, and is written to as nobody', async () => {
  const ours = await company(app)
  const victim = newAddress()
  const payload = { name: 'Bia', email: victim, role: 'admin', leadAccess: 'all' }
  const sent = await call(ours, 'POST', '/api/employees/invitations', payload)
  const shown = new URL(sent.json().link).searchParams.get('token')
  const accepted = await app.inject({
    method: 'POST',
    url: '/public/invitations/accept',
    payload: { token: shown, name: 'Bia', password: 'cavalo azul 42' }
  })
  expect(accepted.json().user.emailConfirmed).toBe(false)
  await nameInForm(ours, [victim])
  expect(await notifiedOfLead(ours)).toEqual([ours.email])
  const [confirm] = await mailsTo(app, victim)
  expect(confirm?.subject).toContain('Confirme seu e-mail')
  await app.inject({ method: 'POST', url: '/public/email/confirm', payload: { token: confirm?.token } })
  expect(await notifiedOfLead(ours)).toEqual([victim])
})

test('a link is worth nothing once another was sent, taken back, or is a week old; leaving by it is always possible', async () => {
  const ours = await company(app)
  const outside = newAddress()
  await nameInForm(ours, [outside])
  await expect.poll(() => mailsTo(app, outside)).toHaveLength(1)
  const { id } = await stateOf(ours, outside)
  const [first] = await mailsTo(app, outside)
  expect((await call(ours, 'POST', `/api/recipients/${id}/resend`)).statusCode).toBe(204)
  const [second] = await mailsTo(app, outside)
  expect((await answer(first?.token, true)).statusCode).toBe(404)
  await app.db.everyCompany(trx =>
    trx
      .updateTable('mail_recipients')
      .set({ sent_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', id ?? '')
      .execute()
  )
  expect((await answer(second?.token, true)).statusCode).toBe(404)
  expect((await answer('x', true)).statusCode).toBe(404)
  expect((await call(ours, 'DELETE', `/api/recipients/${id}`)).statusCode).toBe(204)
  expect((await answer(second?.token, false)).statusCode).toBe(404)
  await call(ours, 'POST', `/api/recipients/${id}/resend`)
  const [third] = await mailsTo(app, outside)
  expect((await answer(third?.token, false)).statusCode).toBe(204)
  expect((await stateOf(ours, outside)).state).toBe('declined')
})

test('one address is asked a few times a day and no more, and a company may name twenty', async () => {
  const strict = await openApp({ ...env, RATE_LIMIT_FACTOR: '1' })
  const ours = await company(app)
  const outside = newAddress()
  await nameInForm(ours, [outside])
  await expect.poll(() => mailsTo(app, outside)).toHaveLength(1)
  const { id } = await stateOf(ours, outside)
  const codes: number[] = []
  for (let each = 0; each < 4; each++) {
    const again = await strict.inject({
      method: 'POST',
      url: `/api/recipients/${id}/resend`,
      headers: ours.auth
    })
    codes.push(again.statusCode)
  }
  expect(codes.filter(code => code === 204).length).toBeLessThanOrEqual(3)
  expect(codes.at(-1)).toBe(429)

  const twenty = Array.from({ length: 20 }, newAddress)
  expect((await nameInForm(ours, twenty)).statusCode).toBe(200)
  await changePlan(app, ours.id, 'enterprise')
  const other = await call(ours, 'POST', '/api/forms', { name: 'Outro', source: 'outro' })
  const form = (await call(ours, 'GET', `/api/forms/${other.json().id}`)).json()
  const content = { ...form.draft, settings: { ...form.draft.settings, recipients: [newAddress()] } }
  const saved = await call(ours, 'PUT', `/api/forms/${form.id}/draft`, { revision: form.revision, content })
  const refused = await call(ours, 'POST', `/api/forms/${form.id}/publish`, { revision: saved.json().revision })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toContain('até 20 endereços')
})

test.each([
  ['a@b.test,c@d.test'],
  ['a@b.test\r\nBcc: c@d.test'],
  ['Ana <a@b.test> <c@d.test>'],
  ['a@b.test c@d.test'],
  ['a@b.test;c@d.test'],
  ['a\u200b@b.test'],
  ['a@b']
])('%j is no recipient', async wrong => {
  const ours = await company(app)
  const refused = await nameInForm(ours, [wrong])
  expect(refused.statusCode).toBe(400)
  expect(Object.values(refused.json().errors)).toEqual(['Email inválido'])
})

test('an address with a name before it is named as the address alone', async () => {
  const ours = await company(app)
  const named = newAddress()
  expect((await nameInForm(ours, [`Ana <${named}>`])).statusCode).toBe(200)
  const [form] = (await call(ours, 'GET', '/api/forms')).json()
  const { draft } = (await call(ours, 'GET', `/api/forms/${form.id}`)).json()
  expect(draft.settings.recipients).toEqual([named])
})

test('the mails of a day end at the limit; the company is notified before and then, and what people ask of their data goes on', async () => {
  const ours = await company(app)
  const limit = mailsPerDay.trial
  const today = async () =>
    (await call(ours, 'GET', `/api/companies/${ours.id}/usage`)).json().mails as { used: number; limit: number }
  const fill = (sent: number) =>
    app.db.company(ours.id, trx =>
      trx.updateTable('mail_days').set({ sent }).where('company_id', '=', ours.id).execute()
    )
  const titles = async () => {
    await notifyOfMailLimits(app.db)
    const { items } = (await call(ours, 'GET', '/api/notifications')).json()
    return items
      .filter(({ kind }: { kind: string }) => kind === 'mail_limit')
      .map(({ title }: { title: string }) => title)
  }
  await notifiedOfLead(ours)
  expect(await today()).toEqual({ used: 1, limit })
  expect(await titles()).toEqual([])
  await fill(limit - 1)
  expect(await titles()).toEqual(['Limite de e-mails de hoje quase atingido'])
  await notifiedOfLead(ours)
  expect(await titles()).toEqual(['Limite de e-mails de hoje atingido', 'Limite de e-mails de hoje quase atingido'])
  expect(await titles()).toHaveLength(2)

  const person = newAddress()
  const { id } = (await sendLead(app, ours.id, { email: person, phone: '11911112222' })).json()
  const invited = { name: 'Bia', email: newAddress(), role: 'agent', leadAccess: 'all' }
  const refused = await call(ours, 'POST', '/api/employees/invitations', invited)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().message).toContain('limite de e-mails de hoje')
  await app.inject({ method: 'POST', url: '/public/my-data/link', payload: { client: ours.id, contact: person } })
  await expect.poll(() => mailsTo(app, person)).toHaveLength(1)
  await expect
    .poll(async () =>
      (await call(ours, 'GET', '/api/notifications'))
        .json()
        .items.some((item: { leadId: string }) => item.leadId === id)
    )
    .toBe(true)
  const mails = await app.db.company(ours.id, trx =>
    trx.selectFrom('mails').select('id').where('lead_id', '=', id).execute()
  )
  expect(mails).toEqual([])
  // Mails about passwords and sign-ins go to the person alone.
  await app.inject({ method: 'POST', url: '/public/password/forgot', payload: { email: ours.email } })
  await expect
    .poll(async () => (await mailsTo(app, ours.email)).map(({ subject }) => subject).join())
    .toContain('Redefinir sua senha')
})

test('until an account is confirmed its notices are few', async () => {
  const ours = await signUp(app)
  expect((await call(ours, 'GET', `/api/companies/${ours.id}/usage`)).json().mails.limit).toBe(mailsPerDay.unconfirmed)
})

test('a notification is mailed to those alone who have confirmed their address', async () => {
  const ours = await company(app)
  const victim = newAddress()
  const sent = await call(ours, 'POST', '/api/employees/invitations', {
    name: 'Bia',
    email: victim,
    role: 'agent',
    leadAccess: 'all'
  })
  const token = new URL(sent.json().link).searchParams.get('token')
  const accepted = await app.inject({
    method: 'POST',
    url: '/public/invitations/accept',
    payload: { token, name: 'Bia', password: 'cavalo azul 42' }
  })
  expect(accepted.statusCode).toBe(200)
  await app.db.everyCompany(async trx => {
    for (const { id, email } of await trx
      .selectFrom('employees')
      .select(['id', 'email'])
      .where('company_id', '=', ours.id)
      .execute())
      await trx
        .insertInto('notifications')
        .values({
          company_id: ours.id,
          employee_id: id,
          kind: 'mention',
          lead_id: null,
          title: `Menção a ${email}`,
          link: '/leads',
          shown: true,
          mail: true,
          created_at: new Date(Date.now() - 600_000).toISOString()
        })
        .execute()
  })
  await mailNotifications(app.db, testConfig(env))
  const to = await app.db.company(ours.id, trx => trx.selectFrom('mails').select('to_address').execute())
  expect(to.map(mail => mail.to_address)).toEqual([ours.email])
})
