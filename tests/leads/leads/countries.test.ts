import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { phoneDigits, readPhone } from '../../../services/core/telephone/brazil/rules.ts'
import { phoneText } from '../../../services/core/telephone/rules.ts'
import { writeExport } from '../../../services/leads/exports/write.ts'
import { runImport } from '../../../services/leads/imports/run.ts'
import { checkImport } from '../../../services/leads/imports/stage.ts'
import type { Lead } from '../../../services/leads/leads/schema.ts'
import { processDeliveries } from '../../../services/messaging/conversations/deliveries.ts'
import type { Conversation } from '../../../services/messaging/conversations/schema.ts'
import { callLink, whatsappLink } from '../../../web/src/leads/leads/contact.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { start, upload, usual } from '../../kit/imports.ts'
import { changePlan } from '../../kit/team.ts'
import { connect, deliver, profile, whatsapp, written } from '../../kit/webhooks.ts'

// No worker runs: the test does its work. A database of its own, because all deliveries that wait are processed.
const app = await openApp({ DATABASE_URL: await newDatabase() })

/**
 * Countries of each continent, and those whose numbers look like Brazilian ones: 10 or 11 digits that begin with an
 * area code.
 */
const countries: CountryCode[] =
  `NO SG ES PT US CA GB DE FR IT CH AT NL BE SE DK FI PL RU TR IL AE ZA AO MZ IN CN JP AU NZ
  MX AR CL CO PE UY PY BO CU VN BG IS MK MM FJ`.split(/\s+/) as CountryCode[]

const people = countries.map(country => {
  const e164 = `+${getCountryCallingCode(country)}${examples[country]}`
  const shown = parsePhoneNumberFromString(e164)?.formatInternational() ?? ''
  return { name: `Pessoa ${country}`, email: `${country.toLowerCase()}@example.com`, e164, bare: e164.slice(1), shown }
})
/** People in Brazil with the same digits. */
const neighbours = people
  .filter(({ bare }) => readPhone(bare).e164 !== null)
  .map(({ name, email, bare }) => ({ name: name.replace('Pessoa', 'Vizinho'), email: `vizinho.${email}`, phone: bare }))

async function call<T>(who: Tenant, method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
  const answer = await app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

const search = (who: Tenant, q: string) =>
  call<Lead[]>(who, 'GET', `/api/leads?filter=${encodeURIComponent(JSON.stringify({ q }))}`)

async function roomy(): Promise<Tenant> {
  const ours = await company(app)
  await changePlan(app, ours.id, 'pro')
  return ours
}

async function leadsOf(who: Tenant): Promise<Record<string, { id: string; phone: string | null }>> {
  const rows = await app.db.company(who.id, trx => trx.selectFrom('leads').select(['id', 'name', 'phone']).execute())
  return Object.fromEntries(rows.map(({ id, name, phone }) => [name, { id, phone }]))
}

async function exported(who: Tenant): Promise<string> {
  const columns = ['name', 'email', 'phone']
  const { id } = await call<{ id: string }>(who, 'POST', '/api/exports', { format: 'csv', columns, filter: {} })
  await writeExport(app.db, who.id, id)
  return (await app.inject({ url: `/api/exports/${id}/file`, headers: who.auth })).body
}

async function imported(who: Tenant, file: string): Promise<void> {
  const sent = (await upload(app, who, file)).json()
  await call(who, 'POST', `/api/imports/${sent.id}/check`, usual(sent))
  await checkImport(app.db, who.id, sent.id, app.config)
  expect((await start(app, who, sent.id)).statusCode).toBe(202)
  await runImport(app.db, who.id, sent.id, app.config)
}

async function allWrite(who: Tenant): Promise<Conversation[]> {
  const channel = await connect(app, who)
  const contacts = people.map(({ bare, name }) => profile(bare, name))
  const messages = people.map(({ bare }) => written(bare, `wamid.${who.id}${bare}`, 'Oi'))
  expect((await deliver(app, channel, whatsapp(channel.account, { contacts, messages }))).statusCode).toBe(200)
  const rows = await app.db.everyCompany(trx =>
    trx.selectFrom('deliveries').select('id').where('processed_at', 'is', null).execute()
  )
  await processDeliveries(
    app.db,
    rows.map(({ id }) => id)
  )
  return call<Conversation[]>(who, 'GET', '/api/conversations?range=[0,99]')
}

test('a number of any country is one lead by form, file and WhatsApp, and never somebody in Brazil', async () => {
  expect(neighbours.length).toBeGreaterThan(8)
  const ours = await roomy()
  for (const person of neighbours) expect((await sendLead(app, ours.id, person)).statusCode).toBe(201)
  for (const { name, email, shown } of people) {
    const answer = await sendLead(app, ours.id, { name, email, phone: phoneDigits(shown) })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  const leads = await leadsOf(ours)
  for (const { name, e164, bare, shown } of people) {
    const lead = leads[name]
    expect([name, lead?.phone]).toEqual([name, e164])
    expect(phoneText(e164)).toBe(shown)
    expect(whatsappLink(e164)).toBe(`https://wa.me/${bare}`)
    expect(callLink(e164)).toBe(`tel:${e164}`)
    for (const q of [shown, e164, `00${bare}`]) {
      const found = await search(ours, q)
      expect([q, found.map(({ name }) => name)]).toEqual([q, [name]])
    }
    // Without its country a number may be somebody's in Brazil too: both are shown.
    for (const q of [bare, shown.slice(1), shown.replace(/^\S+ /, '')])
      expect(await search(ours, q), q).toContainEqual(expect.objectContaining({ name }))
  }

  const theirs = await roomy()
  await imported(theirs, await exported(ours))
  const copies = await leadsOf(theirs)
  for (const { name, e164 } of people) expect([name, copies[name]?.phone]).toEqual([name, e164])
  for (const { name, phone } of neighbours)
    expect([name, readPhone(copies[name]?.phone ?? '')]).toEqual([name, readPhone(phone)])
  // The same list once more is nobody new.
  await imported(theirs, await exported(theirs))

  for (const [who, expectedLeads] of [
    [ours, leads],
    [theirs, copies]
  ] as const) {
    const conversations = await allWrite(who)
    expect(conversations).toHaveLength(people.length)
    for (const { name, shown } of people)
      expect(conversations).toContainEqual(
        expect.objectContaining({ name, contact: shown, leadId: expectedLeads[name]?.id })
      )
    expect(Object.keys(await leadsOf(who))).toHaveLength(people.length + neighbours.length)
  }
})

test('who writes by WhatsApp from abroad is a lead with the country, even where somebody in Brazil has the same digits', async () => {
  const ours = await roomy()
  for (const person of neighbours) await sendLead(app, ours.id, person)
  const before = await leadsOf(ours)
  const conversations = await allWrite(ours)
  const leads = await leadsOf(ours)
  for (const { name, e164 } of people) expect([name, leads[name]?.phone]).toEqual([name, e164])
  const strangers = Object.values(before).map(({ id }) => id)
  expect(conversations.filter(({ leadId }) => strangers.includes(leadId))).toEqual([])

  // The same people by the form afterwards: an employee sees that they are the same.
  for (const { name, email, shown } of people) await sendLead(app, ours.id, { name, email, phone: shown })
  const keys = await app.db.company(ours.id, trx =>
    trx.selectFrom('leads').select('phone_key').where('source', '=', 'form').where('name', 'like', 'Pessoa%').execute()
  )
  expect(keys.map(({ phone_key }) => phone_key).sort()).toEqual(people.map(({ e164 }) => e164).sort())
})
