import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runImport } from '../../../services/leads/imports/run.ts'
import { checkImport } from '../../../services/leads/imports/stage.ts'
import { undoImport } from '../../../services/leads/imports/undo.ts'
import type { Lead } from '../../../services/leads/leads/schema.ts'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { start, upload, usual } from '../../kit/imports.ts'

// No worker runs here: the import does its work when the test says so.
const app = await openApp({ DATABASE_URL: await newDatabase() })

const call = (who: Tenant, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const listed = async (who: Tenant): Promise<Lead[]> => (await call(who, 'GET', '/api/leads?sort=["name","ASC"]')).json()

const states = ({ consents }: Lead) =>
  Object.fromEntries(Object.entries(consents).map(([channel, { state }]) => [channel, state]))

/** Whether the kept state of each lead follows from its consents. */
const agrees = (who: Tenant) =>
  app.db.company(who.id, async trx => {
    const { rows } = await sql`
      select consents, consents_recorded(company_id, id) as recorded from leads
      where consents <> consents_recorded(company_id, id)`.execute(trx)
    expect(rows).toEqual([])
  })

const decide = async (who: Tenant, id: string, channel: string, granted: boolean) => {
  const recorded = await call(who, 'POST', `/api/leads/${id}/consents`, { channel, granted, evidence: 'Disse' })
  expect(recorded.statusCode, recorded.body).toBe(201)
}

test('the list shows for each channel whether a person accepts, has refused, has withdrawn or was never asked', async () => {
  const ours = await company(app)
  const [ana, bia] = [
    (await sendLead(app, ours.id, { name: 'Ana', email: 'ana@x.co', phone: '11911111111' })).json().id,
    (await sendLead(app, ours.id, { name: 'Bia', email: 'bia@x.co', phone: '11922222222', consentGiven: false })).json()
      .id
  ]
  expect((await listed(ours)).map(states)).toEqual([
    { email: 'granted', phone: 'granted' },
    { email: 'refused', phone: 'refused' }
  ])
  await decide(ours, ana, 'email', false)
  await decide(ours, ana, 'whatsapp', true)
  await decide(ours, bia, 'whatsapp', false)
  await agrees(ours)
  expect((await listed(ours)).map(states)).toEqual([
    { email: 'withdrawn', phone: 'granted', whatsapp: 'granted' },
    { email: 'refused', phone: 'refused', whatsapp: 'refused' }
  ])
  const [{ decidedAt }] = (await call(ours, 'GET', `/api/leads/${ana}/consents`)).json()
  const [lead] = await listed(ours)
  expect(Date.parse(lead?.consents.whatsapp?.at ?? '')).toBe(Date.parse(decidedAt))

  // Once more by the form, which asks for e-mail and telephone.
  await sendLead(app, ours.id, { name: 'Bia', email: 'bia@x.co', phone: '11922222222', consentGiven: true })
  await sendLead(app, ours.id, { name: 'Ana', email: 'ana@x.co', phone: '11911111111', consentGiven: false })
  expect((await listed(ours)).map(states)).toEqual([
    { email: 'withdrawn', phone: 'withdrawn', whatsapp: 'granted' },
    { email: 'granted', phone: 'granted', whatsapp: 'refused' }
  ])
  await agrees(ours)
})

test('what the form asks of WhatsApp is a decision of its own, and what is typed in is one of nobody until it is said', async () => {
  const ours = await company(app)
  const [{ id }] = (await call(ours, 'GET', '/api/forms')).json()
  const { revision, draft } = (await call(ours, 'GET', `/api/forms/${id}`)).json()
  const content = { ...draft, settings: { ...draft.settings, whatsapp: 'Aceito mensagens' } }
  const saved = await call(ours, 'PUT', `/api/forms/${id}/draft`, { revision, content })
  await call(ours, 'POST', `/api/forms/${id}/publish`, { revision: saved.json().revision })
  const shown = (await app.inject({ url: `/public/companies/${ours.id}/form` })).json()
  await sendLead(app, ours.id, { formId: shown.id, formVersion: 2, whatsappConsent: true, consentGiven: false })
  const typed = await call(ours, 'POST', '/api/leads', { name: 'Zé', phone: '11933333333' })
  expect(typed.statusCode, typed.body).toBe(201)
  const leads = await listed(ours)
  expect(leads.map(states)).toEqual([{ email: 'refused', phone: 'refused', whatsapp: 'granted' }, {}])
  await agrees(ours)
})

test('a list brings decisions with their proof, and takes them back when it is undone', async () => {
  const ours = await company(app)
  await sendLead(app, ours.id, { name: 'Bia', email: 'bia@x.co', phone: '11922222222', consentGiven: false })
  const file = 'Nome;E-mail;Aceita comunicações\r\nAna;ana@x.co;Sim\r\nBia;bia@x.co;Sim\r\nCaio;caio@x.co;'
  const sent = (await upload(app, ours, file)).json()
  const { id } = sent
  const settings = usual(sent, { consentEvidence: 'Assinaram a ficha na feira', policy: 'all' })
  const response = await call(ours, 'POST', `/api/imports/${id}/check`, settings)
  expect(response.statusCode, response.body).toBe(202)
  await checkImport(app.db, ours.id, id, app.config)
  await start(app, ours, id)
  await runImport(app.db, ours.id, id, app.config)
  expect((await listed(ours)).map(states)).toEqual([
    { email: 'granted', phone: 'granted' },
    { email: 'granted', phone: 'granted' },
    {}
  ])
  await agrees(ours)
  expect((await call(ours, 'POST', `/api/imports/${id}/undo`)).statusCode).toBe(202)
  await undoImport(app.db, ours.id, id)
  await agrees(ours)
})

test('the stricter decision of two records of one person holds, and each has its own again when they are parted', async () => {
  const ours = await company(app)
  const send = async (lead: object) => (await sendLead(app, ours.id, { ...lead })).json().id as string
  const a = await send({ name: 'Ana', email: 'ana@x.co', phone: '11911111111', consentGiven: false })
  const b = await send({ name: 'Bento', email: 'bento@x.co', phone: '11922222222' })
  await decide(ours, b, 'whatsapp', true)
  const before = (await listed(ours)).map(states)
  const merged = await call(ours, 'POST', `/api/leads/${b}/merge`, { otherId: a, fields: {} })
  expect(merged.statusCode, merged.body).toBe(200)
  expect((await listed(ours)).map(states)).toEqual([{ email: 'refused', phone: 'refused', whatsapp: 'granted' }])
  await decide(ours, b, 'whatsapp', false)
  await call(ours, 'POST', `/api/merges/${merged.json().merge.id}/undo`)
  expect(before).toEqual([
    { email: 'refused', phone: 'refused' },
    { email: 'granted', phone: 'granted', whatsapp: 'granted' }
  ])
  expect((await listed(ours)).map(states)).toEqual([
    { email: 'refused', phone: 'refused' },
    { email: 'granted', phone: 'granted', whatsapp: 'withdrawn' }
  ])
  await agrees(ours)
})
