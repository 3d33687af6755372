import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Trx } from '../../../services/core/db.ts'
import { takeLocks } from '../../../services/core/locks.ts'
import type { Import } from '../../../services/leads/imports/schema.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, ended, importFile, start, until, upload, usual } from '../../kit/imports.ts'
import { countWaiting } from '../../kit/locks.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

const customOf = (ours: Tenant) =>
  app.db.company(ours.id, async trx => {
    const rows = await trx.selectFrom('leads').select(['name', 'custom']).orderBy('name').execute()
    return Object.fromEntries(rows.map(({ name, custom }) => [name, custom]))
  })

const fieldsOf = async (ours: Tenant) =>
  (await app.inject({ url: '/api/leads/fields', headers: ours.auth }))
    .json<{ name: string; label: string }[]>()
    .map(({ name, label }) => [name, label])

const file = 'Nome;E-mail;Signo;Time do coração\r\nAna;a@example.com;Áries;Bahia\r\nBia;b@example.com;Peixes;'

test('a column becomes a field of its own, called by its heading, and the next file knows it', async () => {
  const ours = await company(app)
  const found = await importFile(app, ours, file, { mapping: ['name', 'email', 'new', 'new'] })
  expect(found.settings?.mapping).toEqual(['name', 'email', 'custom:signo', 'custom:time_do_coracao'])
  expect(await customOf(ours)).toEqual({
    Ana: { signo: 'Áries', time_do_coracao: 'Bahia' },
    Bia: { signo: 'Peixes' }
  })
  const fields = [
    ['signo', 'Signo'],
    ['time_do_coracao', 'Time do coração']
  ]
  expect(await fieldsOf(ours)).toEqual(fields)
  const columns = (await app.inject({ url: '/api/exports/fields', headers: ours.auth })).json()
  expect(columns).toEqual(expect.arrayContaining([{ name: 'signo', label: 'Signo' }]))

  const next = (await upload(app, ours, 'Nome;E-mail;Signo\r\nCaio;c@example.com;Leão')).json<Import>()
  expect(next.reading.columns.map(({ suggestion }) => suggestion)).toEqual(['name', 'email', 'custom:signo'])
  // Asked for again, it is the same one.
  await check(app, ours, 'Nome;E-mail;SIGNO\r\nCaio;c@example.com;Leão', { mapping: ['name', 'email', 'new'] })
  expect(await fieldsOf(ours)).toEqual(fields)
})

test('two columns of one heading become two fields, and none takes a name that leads use', async () => {
  const ours = await company(app)
  const found = await check(app, ours, 'Nome;E-mail;Signo;Signo;Status\r\nAna;a@example.com;Áries;Touro;x', {
    mapping: ['name', 'email', 'new', 'new', 'new']
  })
  expect(found.settings?.mapping).toEqual(['name', 'email', 'custom:signo', 'custom:signo_2', 'custom:status_2'])
})

test('a column that was left out is kept afterwards: only for those whom the import brought, and it can be undone', async () => {
  const ours = await company(app)
  const done = await importFile(app, ours, file, { mapping: ['name', 'email', null, null], tags: ['Lista'] })
  const keep = (id: string, columns: number[], who: Tenant = ours) =>
    app.inject({ method: 'POST', url: `/api/imports/${id}/columns`, headers: who.auth, payload: { columns } })
  expect((await keep(done.id, [2], await company(app))).statusCode).toBe(404)
  await app.db.company(ours.id, trx =>
    sql`update leads set name = 'Ana Souza', status = 'contacted' where name = 'Ana'`.execute(trx)
  )

  const answer = await keep(done.id, [2])
  expect(answer.statusCode, answer.body).toBe(202)
  const { id } = answer.json<Import>()
  expect(id).not.toBe(done.id)
  const checked = await until(app, ours, id, found => found.check?.state === 'done')
  expect(checked.check?.counts).toMatchObject({ created: 0, updated: 2, error: 0 })
  await start(app, ours, id)
  await ended(app, ours, id, 'done')
  expect(await customOf(ours)).toEqual({ 'Ana Souza': { signo: 'Áries' }, Bia: { signo: 'Peixes' } })

  await app.inject({ method: 'POST', url: `/api/imports/${id}/undo`, headers: ours.auth })
  await ended(app, ours, id, 'undone')
  expect(await customOf(ours)).toEqual({ 'Ana Souza': {}, Bia: {} })
})

test('of an import that is not done nothing is kept, and its deletion leaves the file to the one that ran', async () => {
  const ours = await company(app)
  const keep = (id: string) =>
    app.inject({ method: 'POST', url: `/api/imports/${id}/columns`, headers: ours.auth, payload: { columns: [2] } })
  const checked = await check(app, ours, file, { mapping: ['name', 'email', null, null] })
  expect((await keep(checked.id)).json()).toMatchObject({
    message: 'Só de uma importação concluída se guardam outras colunas.'
  })
  await start(app, ours, checked.id)
  await ended(app, ours, checked.id, 'done')
  const { id } = (await keep(checked.id)).json<Import>()
  expect((await app.inject({ method: 'DELETE', url: `/api/imports/${id}`, headers: ours.auth })).statusCode).toBe(204)
  const errors = await app.inject({ url: `/api/imports/${checked.id}`, headers: ours.auth })
  expect(errors.json<Import>().expired).toBe(false)
})

test('a field of a column is deleted and comes back, and the leads keep what it holds', async () => {
  const ours = await company(app)
  const done = await check(app, ours, file, { mapping: ['name', 'email', 'new', null] })
  await start(app, ours, done.id)
  await ended(app, ours, done.id, 'done')
  const ask = (method: 'GET' | 'DELETE' | 'POST', url: string, who: Tenant = ours) =>
    app.inject({ method, url: `/api/imports/fields${url}`, headers: who.auth })
  const fields = async () => (await ask('GET', '')).json<{ name: string }[]>().map(({ name }) => name)
  const own = async () =>
    (await app.inject({ url: '/api/leads/fields', headers: ours.auth })).json<{ name: string }[]>().map(f => f.name)
  expect(await fields()).toEqual(['signo'])
  expect((await ask('DELETE', '/signo', await company(app))).statusCode).toBe(404)
  const kept = await customOf(ours)
  expect((await ask('DELETE', '/signo')).statusCode).toBe(204)
  expect([await fields(), (await own()).includes('signo')]).toEqual([[], false])
  expect((await ask('DELETE', '/signo')).json()).toMatchObject({ message: 'Este campo não existe mais.' })
  expect(await customOf(ours)).toEqual(kept)
  const former = async (who: Tenant) =>
    (await app.inject({ url: '/api/leads/fields/former', headers: who.auth })).json<object[]>()
  expect(await former(ours)).toEqual([{ name: 'signo', label: 'Signo' }])
  expect(await former(await company(app))).toEqual([])
  const stale = await upload(app, ours, file)
  const refused = await app.inject({
    method: 'POST',
    url: `/api/imports/${stale.json<Import>().id}/check`,
    headers: ours.auth,
    payload: usual(stale.json<Import>(), { mapping: ['name', 'email', 'custom:signo', null] })
  })
  expect(refused.json()).toMatchObject({ errors: { mapping: 'Este campo não existe mais.' } })
  expect((await ask('POST', '/signo/restore')).statusCode).toBe(204)
  expect([await fields(), (await own()).includes('signo')]).toEqual([['signo'], true])
  expect((await ask('POST', '/signo/restore')).statusCode).toBe(404)
  // Made again of the same column it is the same field.
  await ask('DELETE', '/signo')
  await check(app, ours, file, { mapping: ['name', 'email', 'new', null] })
  expect(await fields()).toEqual(['signo'])
})

test('what was checked is not imported into a field that was deleted since', async () => {
  const ours = await company(app)
  const { id } = await check(app, ours, file, { mapping: ['name', 'email', 'new', null] })
  const field = (method: 'DELETE' | 'POST', rest = '') =>
    app.inject({ method, url: `/api/imports/fields/signo${rest}`, headers: ours.auth })
  await field('DELETE')
  const refused = await start(app, ours, id)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'A coluna "Signo" iria para um campo que foi excluído depois da conferência. Volte às colunas, escolha outro destino ou deixe-a de fora, e confira de novo.'
  ])
  expect(await customOf(ours)).toEqual({})
  await field('POST', '/restore')
  await start(app, ours, id)
  await ended(app, ours, id, 'done')
  expect(await customOf(ours)).toMatchObject({ Ana: { signo: 'Áries' } })
})

const remove = (who: Tenant, name: string) =>
  app.inject({ method: 'DELETE', url: `/api/imports/fields/${name}`, headers: who.auth })

/** Runs something, and keeps what it has locked for a company until it is let go. */
async function held(who: Tenant, take: (trx: Trx) => Promise<unknown>): Promise<() => Promise<void>> {
  const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const whole = app.db.company(who.id, async trx => {
    await take(trx)
    taken.resolve()
    await free.promise
  })
  await Promise.race([taken.promise, whole])
  return async () => {
    free.resolve()
    await whole
  }
}

test('fields that are deleted while an import waits to run are left out, and its result says how many values', async () => {
  const ours = await company(app)
  const fields = (list: object[]) =>
    app.db.company(ours.id, trx => sql`update forms set fields = ${JSON.stringify(list)}::jsonb`.execute(trx))
  const before = await app.db.company(ours.id, trx =>
    trx.selectFrom('forms').select('fields').executeTakeFirstOrThrow()
  )
  const turn = { id: 'turno', name: 'turno', label: 'Turno', type: 'text', required: false }
  await fields([...before.fields, turn])
  const { id } = await check(
    app,
    ours,
    'Nome;E-mail;Signo;Time;Turno\r\nAna;a@example.com;Áries;Bahia;manhã\r\nBia;b@example.com;Peixes;;tarde\r\nCaio;c@example.com;;;',
    { mapping: ['name', 'email', 'new', 'new', 'custom:turno'] }
  )
  const go = await held(ours, trx => takeLocks(trx, ours.id, 'import'))
  expect((await start(app, ours, id)).statusCode).toBe(202)
  expect((await remove(ours, 'signo')).statusCode).toBe(204)
  await fields(before.fields)
  await go()
  const { run } = await ended(app, ours, id, 'done')
  expect(run).toMatchObject({ counts: { created: 3 }, leftOut: { Signo: 2, Turno: 2 } })
  expect(await customOf(ours)).toEqual({ Ana: { time: 'Bahia' }, Bia: {}, Caio: {} })
})

test('a field that is deleted in the middle of an import is so once the rows on their way are in, and no later ones have it', async () => {
  const ours = await company(app)
  const rows = Array.from({ length: 150 }, (_, n) => `Ana ${n};ana${n}@example.com;Áries`)
  const { id } = await check(app, ours, `Nome;E-mail;Signo\r\n${rows.join('\r\n')}`, {
    mapping: ['name', 'email', 'new']
  })
  const release = await held(ours, trx => sql`select from import_rows where import_id = ${id} for update`.execute(trx))
  await start(app, ours, id)
  // The first hundred rows are on their way, and wait for those that are held.
  await expect.poll(() => countWaiting(app.db, 'transactionid')).toBe(1)
  const theRest = held(ours, trx => takeLocks(trx, ours.id, 'import'))
  await expect.poll(() => countWaiting(app.db, 'advisory')).toBe(1)
  const answer = remove(ours, 'signo')
  await expect.poll(() => countWaiting(app.db, 'transactionid')).toBe(2)
  await release()
  expect((await answer).statusCode).toBe(204)
  await (await theRest)()
  const { run } = await ended(app, ours, id, 'done')
  const valued = Object.values(await customOf(ours)).filter(custom => 'signo' in (custom as object)).length
  expect([run?.counts?.created, valued, run?.leftOut]).toEqual([150, 100, { Signo: 50 }])
})

test('no company has more fields of columns than the limit', async () => {
  const ours = await company(app)
  await app.db.company(ours.id, trx =>
    sql`insert into column_fields (company_id, name, label)
      select ${ours.id}, 'c' || n, 'Coluna ' || n from generate_series(1, 200) as n`.execute(trx)
  )
  const sent = (await upload(app, ours, file)).json<Import>()
  const refused = await app.inject({
    method: 'POST',
    url: `/api/imports/${sent.id}/check`,
    headers: ours.auth,
    payload: usual(sent, { mapping: ['name', 'email', 'new', null] })
  })
  expect(refused.json()).toMatchObject({
    message: 'Uma empresa pode ter até 200 campos feitos de colunas. Deixe alguma coluna de fora.'
  })
})

test('a telephone is shown as it becomes, or why it becomes none', async () => {
  const ours = await company(app)
  const phones = ["'11 98765\u20114321", 'wa.me/5511987654322', '(11) 3333-4444 / 11 98765-4321']
  const shown = async (texts: string[]) => {
    const list = `Nome;Telefone\r\n${texts.map(text => `Ana;${text}`).join('\r\n')}`
    return (await upload(app, ours, list)).json<Import>().reading.columns[1]?.phones
  }
  expect(await shown(phones)).toEqual(['(11) 98765-4321', '(11) 98765-4322', '(11) 3333-4444 e mais 1'])
  expect(await shown(['98765-4321', '5,51199E+12', 'não tem'])).toEqual([
    'Falta o DDD.',
    'O Excel arredondou este número. Formate a coluna como texto e copie de novo.',
    'Telefone inválido. Use só números, com DDD.'
  ])
})
