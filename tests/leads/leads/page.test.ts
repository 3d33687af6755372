import { expect, test } from 'vitest'
import { company, openApp, sendLead, type Tenant } from '../../kit/app.ts'
import { auditedLeads } from '../../kit/audit.ts'
import { colleague } from '../../kit/people.ts'

const app = await openApp()

type Who = Pick<Tenant, 'auth'>

const call = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

async function withLead(lead: Record<string, unknown> = {}) {
  const ours = await company(app)
  const { id } = (await sendLead(app, ours.id, lead)).json()
  return { ours, id, url: `/api/leads/${id}` }
}

type Item = { id: string; kind: string; at: string; actorName: string | null; data: Record<string, unknown> }

const timeline = async (
  who: Who,
  url: string,
  query = ''
): Promise<{ items: Item[]; next: string | null; pinned: object[] }> =>
  (await call(who, 'GET', `${url}/timeline${query}`)).json()

test('the timeline shows everything that happened with a lead, the newest first', async () => {
  const { ours, url } = await withLead({ campo_antigo: 'Sim', touch: { last: { utm_source: 'google' } } })
  const id = url.split('/').at(-1)
  await call(ours, 'PUT', url, { name: 'Ada Lima' })
  await call(ours, 'POST', `${url}/contacts`, { channel: 'whatsapp', outcome: 'talked' })
  await call(ours, 'POST', `${url}/notes`, { text: 'Prefere à tarde' })
  const task = (
    await call(ours, 'POST', '/api/tasks', { leadId: id, title: 'Ligar', kind: 'call', dueAt: '2030-01-01T12:00:00Z' })
  ).json()
  await call(ours, 'PUT', `/api/tasks/${task.id}`, { done: true })
  await call(ours, 'PUT', url, { status: 'lost', lostReason: 'Preço' })
  const { items, next } = await timeline(ours, url)
  expect(items.map(({ kind }) => kind)).toEqual([
    'status',
    'task',
    'task',
    'note',
    'status',
    'contact',
    'change',
    ...['submission', 'consent'].sort((a, b) => (a < b ? 1 : -1))
  ])
  expect(next).toBeNull()
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .sort()
      .reverse()
  )
  expect(items[0]?.data).toMatchObject({ before: 'contacted', after: 'lost', lostReason: 'Preço' })
  expect(items[0]?.data.seconds).toBeLessThan(60)
  expect(items[0]?.actorName).toBe('Pessoa de Teste')
  expect(items.find(({ kind }) => kind === 'contact')?.data).toMatchObject({ channel: 'whatsapp', outcome: 'talked' })
  expect(items.find(({ kind }) => kind === 'submission')?.data).toMatchObject({
    answers: { name: 'Ada Souza', campo_antigo: 'Sim' },
    touch: { utm_source: 'google' }
  })
  expect((await timeline(ours, url, '?kinds=note,contact')).items.map(({ kind }) => kind)).toEqual(['note', 'contact'])
  expect((await call(ours, 'GET', `${url}/timeline?kinds=tudo`)).statusCode).toBe(400)
  expect((await call(ours, 'GET', `${url}/timeline?before=ontem`)).statusCode).toBe(400)
})

test('a long timeline comes a page at a time, each item once, also where many share a moment', async () => {
  const { ours, id, url } = await withLead()
  await app.db.company(ours.id, trx =>
    trx
      .insertInto('notes')
      .values(
        Array.from({ length: 75 }, (_, n) => ({
          company_id: ours.id,
          lead_id: id,
          text: `Nota ${n}`,
          created_at: `2026-01-01T00:00:0${n % 3}.000001Z`
        }))
      )
      .execute()
  )
  const seen: string[] = []
  let before: string | null = ''
  for (let page = 0; before !== null && page < 10; page++) {
    const query: string = before && `?before=${encodeURIComponent(before)}`
    const got = await timeline(ours, url, query)
    seen.push(...got.items.map(item => item.id))
    before = got.next
  }
  expect(seen).toHaveLength(77)
  expect(new Set(seen).size).toBe(77)
})

test('a note is changed and deleted by its author or an admin, pinned by anybody, and its deletion taken back', async () => {
  const { ours, url } = await withLead()
  const [author, other] = await Promise.all([
    colleague(app, ours.id, { permissions: ['edit_leads'] }),
    colleague(app, ours.id, { permissions: ['edit_leads'] })
  ])
  const events: { kind: string; data: object }[] = []
  const stop = await app.events.follow(ours.id, undefined, { event: row => events.push(row), resync: () => {} })
  const note = (await call(author, 'POST', `${url}/notes`, { text: ' @Bia veja ', mentions: [other.id] })).json()
  expect(note).toMatchObject({ text: '@Bia veja', mentions: [other.id], authorId: author.id })
  await expect
    .poll(() => events.find(({ kind }) => kind === 'mention')?.data)
    .toMatchObject({ noteId: note.id, employeeIds: [other.id] })
  stop()
  expect((await call(other, 'GET', '/api/notifications')).body).toMatch('@Bia veja')
  expect((await call(other, 'PUT', `/api/notes/${note.id}`, { text: 'Mudei' })).statusCode).toBe(403)
  expect((await call(other, 'DELETE', `/api/notes/${note.id}`)).statusCode).toBe(403)
  expect((await call(other, 'PUT', `/api/notes/${note.id}`, { pinned: true })).json().pinnedAt).not.toBeNull()
  const pinned = await timeline(ours, url)
  expect([pinned.pinned.length, pinned.items.some(({ kind }) => kind === 'note')]).toEqual([1, false])
  expect((await call(ours, 'PUT', `/api/notes/${note.id}`, { text: 'Do admin', pinned: false })).json()).toMatchObject({
    text: 'Do admin',
    pinnedAt: null
  })
  expect((await call(author, 'DELETE', `/api/notes/${note.id}`)).statusCode).toBe(200)
  expect((await call(author, 'PUT', `/api/notes/${note.id}`, { text: 'x' })).statusCode).toBe(404)
  expect((await timeline(ours, url, '?kinds=note')).items).toEqual([])
  await call(author, 'POST', `/api/notes/${note.id}/restore`)
  expect((await timeline(ours, url, '?kinds=note')).items).toHaveLength(1)
  expect((await call(author, 'POST', `${url}/notes`, { text: 'x', mentions: ['f'.repeat(24)] })).statusCode).toBe(400)
  expect((await call(author, 'POST', `${url}/notes`, { text: '  ' })).statusCode).toBe(400)
  const reader = await colleague(app, ours.id)
  expect((await call(reader, 'POST', `${url}/notes`, { text: 'x' })).statusCode).toBe(403)
})

test('only who may edit changes a lead, and only who may assign gives it to somebody', async () => {
  const { ours, url } = await withLead()
  const [reader, editor, assigner] = await Promise.all([
    colleague(app, ours.id),
    colleague(app, ours.id, { permissions: ['edit_leads'] }),
    colleague(app, ours.id, { permissions: ['assign_leads'] })
  ])
  const put = async (who: Pick<Tenant, 'auth'>, change: object) => (await call(who, 'PUT', url, change)).statusCode
  const [words, owner] = [{ message: 'Outra' }, { ownerId: reader.id }]
  expect([await put(reader, words), await put(reader, owner)]).toEqual([403, 403])
  expect([await put(editor, owner), await put(editor, { ...words, ...owner }), await put(editor, words)]).toEqual([
    403, 403, 200
  ])
  expect([await put(assigner, words), await put(assigner, owner)]).toEqual([403, 200])
})

test('possible duplicates say why, the likeliest first, until somebody keeps them apart', async () => {
  const { ours, id, url } = await withLead({ name: 'Conceição Peçanha', phone: '(11) 98765-4321', email: 'a@x.co' })
  const send = async (lead: Record<string, unknown>) => (await sendLead(app, ours.id, lead)).json().id
  const family = await send({ name: 'Rui Peçanha', phone: '(11) 8765-4321', email: 'rui@x.co' })
  const slip = await send({ name: 'Conceicao Pessanha', phone: '2133334444', email: 'c@y.co' })
  await send({ name: 'Outra Pessoa', phone: '2133335555', email: 'o@y.co' })
  await send({ name: 'Constância Peçanha', phone: '2133336666', email: 'k@y.co' })
  const duplicates = async () =>
    (await call(ours, 'GET', `${url}/duplicates`))
      .json()
      .map((row: { id: string; reasons: string[]; strength: string }) => ({
        id: row.id,
        reasons: row.reasons,
        strength: row.strength
      }))
  expect(await duplicates()).toEqual([
    { id: family, reasons: ['phone9'], strength: 'medium' },
    { id: slip, reasons: ['similar'], strength: 'weak' }
  ])
  expect((await call(ours, 'GET', `/api/leads/${family}`)).json().marks).toEqual(['duplicate'])
  expect((await call(ours, 'DELETE', `${url}/duplicates/${family}`)).statusCode).toBe(204)
  expect(await duplicates()).toEqual([{ id: slip, reasons: ['similar'], strength: 'weak' }])
  expect((await call(ours, 'GET', `/api/leads/${family}`)).json().marks).toEqual([])
  expect((await call(ours, 'GET', `/api/leads/${family}/duplicates`)).json()).toEqual([])
  expect((await call(ours, 'DELETE', `${url}/duplicates/${'f'.repeat(24)}`)).statusCode).toBe(404)
  const own = await colleague(app, ours.id, { role: 'agent', leadAccess: 'own' })
  await app.db.company(ours.id, trx =>
    trx.updateTable('leads').set({ owner_id: own.id }).where('id', '=', id).execute()
  )
  expect((await call(own, 'GET', `${url}/duplicates`)).json()).toEqual([])
})

test('consents are only ever added, with who said so, and the newest about e-mail or telephone holds', async () => {
  const { ours, url } = await withLead({ consentGiven: true })
  const consentGiven = async () => (await call(ours, 'GET', url)).json().consentGiven
  const revoke = { channel: 'email', granted: false, evidence: 'Pediu por telefone' }
  expect((await call(ours, 'POST', `${url}/consents`, revoke)).json()).toMatchObject({
    channels: ['email'],
    granted: false,
    evidence: 'Pediu por telefone',
    actorName: 'Pessoa de Teste'
  })
  expect(await consentGiven()).toBe(false)
  await call(ours, 'POST', `${url}/consents`, { channel: 'whatsapp', granted: true, evidence: 'Disse sim no WhatsApp' })
  expect(await consentGiven()).toBe(false)
  await call(ours, 'POST', `${url}/consents`, { channel: 'phone', granted: true, evidence: 'Ligou e pediu' })
  expect(await consentGiven()).toBe(true)
  const all = (await call(ours, 'GET', `${url}/consents`)).json()
  expect(all.map((each: { channels: string[]; granted: boolean }) => [each.channels.join(), each.granted])).toEqual([
    ['phone', true],
    ['whatsapp', true],
    ['email', false],
    ['email,phone', true]
  ])
  expect(all.at(-1)).toMatchObject({ text: 'Concordo em receber comunicações por email e telefone', ip: '127.0.0.1' })
  expect((await call(ours, 'POST', `${url}/consents`, { ...revoke, evidence: ' ' })).statusCode).toBe(400)
})

test('a deleted lead leaves every list and count, and comes back as it was', async () => {
  const { ours, id, url } = await withLead()
  const count = async () => (await call(ours, 'GET', '/api/leads/counts')).json()[0].count
  expect((await call(await colleague(app, ours.id, { permissions: ['edit_leads'] }), 'DELETE', url)).statusCode).toBe(
    403
  )
  expect((await call(ours, 'DELETE', url)).statusCode).toBe(204)
  expect([(await call(ours, 'GET', url)).statusCode, await count()]).toEqual([404, 0])
  expect((await call(ours, 'DELETE', url)).statusCode).toBe(404)
  expect((await call(ours, 'POST', `${url}/restore`)).json()).toMatchObject({ id, name: 'Ada Souza' })
  expect([(await call(ours, 'GET', url)).statusCode, await count()]).toEqual([200, 1])
  expect((await call(ours, 'POST', `${url}/restore`)).statusCode).toBe(404)
  expect(await auditedLeads(app, ours)).toEqual(['lead.deleted', 'lead.restored'])
})

test('everything about a lead can be taken along by who may export, and nobody else', async () => {
  const { ours, url } = await withLead({ cidade: 'Recife' })
  await call(ours, 'POST', `${url}/notes`, { text: 'Gosta de café' })
  const file = (await call(ours, 'GET', `${url}/export`)).json()
  expect(file).toMatchObject({
    lead: { name: 'Ada Souza', custom: { cidade: 'Recife' } },
    notes: [{ text: 'Gosta de café' }],
    consents: [{ granted: true }],
    submissions: [{ answers: { cidade: 'Recife' } }]
  })
  expect(
    (await call(await colleague(app, ours.id, { permissions: ['edit_leads'] }), 'GET', `${url}/export`)).statusCode
  ).toBe(403)
  expect(await auditedLeads(app, ours)).toEqual(['lead.exported'])
})

test('who has a lead open is announced by id, and stored nowhere else', async () => {
  const { ours, id, url } = await withLead()
  const bia = await colleague(app, ours.id, { role: 'viewer' })
  const seen: object[] = []
  const stop = await app.events.follow(ours.id, undefined, {
    event: row => row.kind === 'viewing' && seen.push(row.data),
    resync: () => {}
  })
  expect((await call(bia, 'POST', `${url}/viewing`)).statusCode).toBe(204)
  await expect.poll(() => seen).toEqual([{ leadId: id, employeeId: bia.id }])
  stop()
  expect((await call(bia, 'POST', `/api/leads/${'f'.repeat(24)}/viewing`)).statusCode).toBe(404)
})
