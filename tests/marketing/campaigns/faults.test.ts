import { sql } from 'kysely'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { openApp, type Tenant } from '../../kit/app.ts'
import {
  consenting,
  headersOf,
  moveCampaign,
  readCampaign,
  recipientsOf,
  type Sending,
  sendingCompany,
  workOffCampaign,
  writeCampaign,
  zoneAt
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink((to, attempt) => {
  if (to.startsWith('calado')) return 'hang'
  if (to.startsWith('fecha') && attempt === 1) return 'shutDown'
  if (to.startsWith('tarde') && attempt === 1) return 'shutDownLate'
  if (to.startsWith('corta')) return 'close'
  return 'take'
})
const database = await newDatabase()
const app = await openApp({ DATABASE_URL: database, SMTP_URL: sink.url })
const { db } = app

const takenOf = ({ domain }: Sending) => sink.taken.filter(({ to }) => to.endsWith(`@${domain}`))

async function startCampaign(names: readonly string[], more: object = {}) {
  const ours = await sendingCompany(app)
  await consenting(
    app,
    ours,
    names.map(name => `${name}@${ours.domain}`)
  )
  const { id } = await writeCampaign(app, ours, more)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  const states = async () =>
    Object.fromEntries(
      (await recipientsOf(app, ours, id)).map(({ address, state, attempts }) => [
        address?.split('@')[0],
        [state, attempts]
      ])
    )
  return { ours, id, states }
}

const putOffNoMore = (ours: Tenant) =>
  db.company(ours.id, trx => sql`update campaign_recipients set due_at = now() where state = 'deferred'`.execute(trx))

test('a server that shuts down in the middle gets each mail that it did not take once more, and no other', async () => {
  const names = ['fecha', 'tarde', ...Array.from({ length: 30 }, (_, n) => `p${n}`)]
  const { ours, id, states } = await startCampaign(names)
  expect(await states()).toMatchObject({ fecha: ['deferred', 1], tarde: ['deferred', 1], p0: ['accepted', 1] })
  const first = takenOf(ours).map(({ to }) => to)
  expect(first).toHaveLength(30)
  await putOffNoMore(ours)
  await workOffCampaign(app, ours, id)
  expect(await states()).toMatchObject({ fecha: ['accepted', 2], tarde: ['accepted', 2], p29: ['accepted', 1] })
  const taken = takenOf(ours).map(({ to }) => to)
  expect(new Set(taken).size).toBe(names.length)
  expect(taken).toHaveLength(names.length)
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', counts: { accepted: 32 } })
})

test('a connection that was lost once counts once, however often that is stored in vain', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, [`corta@${ours.domain}`])
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  const owner = new pg.Client({ connectionString: database })
  await owner.connect()
  onTestFinished(() => owner.end())
  // A sequence counts on where a transaction goes back.
  await owner.query(`create sequence vain_attempts; grant usage on sequence vain_attempts to public;
    create function store_in_vain() returns trigger language plpgsql as
    $$ begin if nextval('vain_attempts') <= 3 then raise exception 'not now'; end if; return new; end $$;
    create trigger a_poison before update on campaign_recipients for each row
      when (new.company_id = '${ours.id}' and new.state = 'deferred') execute function store_in_vain()`)
  onTestFinished(async () => {
    await owner.query('drop trigger a_poison on campaign_recipients')
  })
  await workOffCampaign(app, ours, id)
  const { rows } = await owner.query('select last_value::integer as attempts from vain_attempts')
  expect(rows).toEqual([{ attempts: 4 }])
  expect(await recipientsOf(app, ours, id)).toMatchObject([{ state: 'deferred', attempts: 1 }])
  const lanes = await db.company(ours.id, trx =>
    trx.selectFrom('campaign_lanes').select(['failures', 'rest_until']).execute()
  )
  expect(lanes).toEqual([{ failures: 0, rest_until: null }])
})

test('a server that never answers for a whole mail keeps nobody else waiting, and the mail is not sent again', async () => {
  const { ours, id, states } = await startCampaign(['calado', 'ana', 'bia'])
  expect(await states()).toEqual({ calado: ['unknown', 1], ana: ['accepted', 1], bia: ['accepted', 1] })
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', reasons: { no_answer: 1 } })
  await putOffNoMore(ours)
  await workOffCampaign(app, ours, id)
  expect(sink.attempts.get(`calado@${ours.domain}`)).toBe(1)
})

test('no text of a campaign becomes a header, a command or a second recipient', async () => {
  const ours = await sendingCompany(app)
  const evil = `mal@fora.example`
  const bad = (text: string) => `${text}\r\nBcc: ${evil}\r\nX-Mal: sim\r\n\r\ncorpo`
  const template = await app.inject({
    method: 'POST',
    url: '/api/email/templates',
    headers: ours.auth,
    payload: {
      name: 'Assunto',
      subject: 'Oi {{ nome }} de {{ empresa }} sobre {{ cor }}',
      preheader: 'Para {{ nome }}',
      body: {
        format: 1,
        accent: '#0f766e',
        blocks: [{ id: 'a', type: 'heading', text: 'Oi {{ nome }}, {{ cor }}', align: 'left' }]
      }
    }
  })
  expect(template.statusCode, template.body).toBe(201)
  const address = `ana@${ours.domain}`
  const [leadId] = await consenting(app, ours, [
    address,
    bad(`crlf@${ours.domain}`),
    `dois@${ours.domain},${evil}`,
    `seta@${ours.domain}>\r\nRCPT TO:<${evil}`,
    `"aspas ${evil}"@${ours.domain}`
  ])
  // Written past every check of people's input.
  await db.company(ours.id, async trx => {
    await sql`update leads set name = ${bad('Ana')}, custom = ${JSON.stringify({ cor: bad('azul') })}::jsonb
      where company_id = ${ours.id} and id = ${leadId}`.execute(trx)
    await sql`update email_senders set name = ${bad('Padaria')}, reply_to = ${`resposta@${ours.domain}\r\nBcc: ${evil}`}`.execute(
      trx
    )
    await sql`update companies set name = ${bad('Padaria')}, address = ${bad('Rua A, 1')} where id = ${ours.id}`.execute(
      trx
    )
  })
  const { id } = await writeCampaign(app, ours, {
    name: bad('Oferta'),
    subject: bad('Para {{ nome }} de {{ empresa }} sobre {{ cor }}'),
    templateId: template.json().id
  })
  await db.company(ours.id, trx =>
    sql`update campaigns set subject = ${bad('Para {{ nome }} de {{ empresa }} sobre {{ cor }}')} where id = ${id}`.execute(
      trx
    )
  )
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  const all = sink.taken.filter(({ raw }) => raw.includes(`@${ours.domain}>`))
  expect(all.map(({ to }) => to)).toEqual([address])
  const raw = all[0]?.raw ?? Buffer.alloc(0)
  const names = headersOf(raw).map(([name]) => name)
  expect(names.filter(name => ['bcc', 'x-mal', 'cc'].includes(name))).toEqual([])
  for (const name of ['from', 'to', 'subject', 'reply-to', 'list-unsubscribe', 'dkim-signature', 'message-id'])
    expect(
      names.filter(each => each === name),
      name
    ).toHaveLength(1)
  const read = await PostalMime.parse(raw)
  expect([read.to, read.bcc, read.cc]).toEqual([[{ address, name: '' }], undefined, undefined])
  expect(read.from?.address).toBe(`contato@${ours.domain}`)
  expect(read.subject).toMatch(/^Para Ana .*sobre azul/)
  expect(await readCampaign(app, ours, id)).toMatchObject({ counts: { accepted: 1, skipped: 4 } })
})

test('at night nothing is sent, unless the campaign says so, and in the morning it goes on', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, [`noite@${ours.domain}`])
  const at = async (hour: number) => {
    const zone = await zoneAt(db, hour)
    await db.everyCompany(trx => sql`update companies set time_zone = ${zone} where id = ${ours.id}`.execute(trx))
  }
  await at(2)
  const { id } = await writeCampaign(app, ours, { quietHours: true })
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  expect(await readCampaign(app, ours, id)).toMatchObject({
    state: 'sending',
    waiting: 'quiet',
    counts: { pending: 1 }
  })
  const urgent = await writeCampaign(app, ours, { quietHours: false })
  await moveCampaign(app, ours, urgent.id, 'send')
  await workOffCampaign(app, ours, urgent.id)
  expect(await readCampaign(app, ours, urgent.id)).toMatchObject({ state: 'done', counts: { accepted: 1 } })
  expect((await readCampaign(app, ours, id)).counts).toEqual({ pending: 1 })
  await at(12)
  await workOffCampaign(app, ours, id)
  expect(await readCampaign(app, ours, id)).toMatchObject({ state: 'done', waiting: null, counts: { accepted: 1 } })
})
