import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EmailResult } from '../../../services/leads/leads/marks/rules.ts'
import { campaignTexts } from '../../../services/marketing/campaigns/rules.ts'
import { company, openApp, type Tenant } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  leaveBy,
  moveCampaign,
  readCampaign,
  recipientsOf,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })
const { db } = app

const people = ['abriu', 'clicou', 'robo', 'nada', 'respondeu', 'caiu', 'caiu-mas-abriu', 'voltou', 'recusado'] as const

/** A sent campaign of which something different became of each person. */
async function sent() {
  const ours = await sendingCompany(app)
  await consenting(
    app,
    ours,
    people.map(name => `${name}@${ours.domain}`)
  )
  const { id } = await writeCampaign(app, ours, { subject: 'Primeiro assunto' })
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  await db.company(ours.id, async trx => {
    const settled = (state: string, ...names: string[]) =>
      sql`update campaign_recipients set state = ${state} where campaign_id = ${id} and
        split_part(address, '@', 1) = any (${names}::text[])`.execute(trx)
    await settled('unknown', 'caiu', 'caiu-mas-abriu')
    await settled('bounced', 'voltou')
    await settled('rejected', 'recusado')
    await sql`update campaign_recipients set answered_at = now() where campaign_id = ${id}
      and address like 'respondeu@%'`.execute(trx)
    await sql`
      insert into campaign_clicks (company_id, campaign_id, recipient_id, link, automatic)
      select r.company_id, r.campaign_id, r.id, o.link, o.automatic from campaign_recipients r
      join (values ('abriu', -1, false), ('clicou', 0, false), ('robo', 0, true), ('caiu-mas-abriu', -1, false))
        as o (name, link, automatic) on split_part(r.address, '@', 1) = o.name
      where r.campaign_id = ${id}`.execute(trx)
  })
  return { ours, id }
}

/** The names of the leads that a filter finds. */
async function found(who: Tenant, filter: object): Promise<string[]> {
  const url = `/api/leads?range=[0,99]&filter=${encodeURIComponent(JSON.stringify(filter))}`
  const answer = await app.inject({ url, headers: who.auth })
  expect(answer.statusCode, answer.body).toBe(200)
  return (answer.json() as { email: string }[]).map(({ email }) => email.split('@')[0] ?? '').sort()
}

const results: Record<EmailResult, string[]> = {
  opened: ['abriu', 'caiu-mas-abriu', 'clicou', 'respondeu'],
  not_opened: ['nada', 'robo'],
  clicked: ['clicou'],
  not_clicked: ['abriu', 'nada', 'respondeu', 'robo'],
  answered: ['respondeu'],
  unconfirmed: ['caiu'],
  bounced: ['recusado', 'voltou']
}

test('leads are found by what became of an e-mail to them, in the list, its counts and saved views', async () => {
  const { ours, id } = await sent()
  await consenting(app, ours, [`depois@${ours.domain}`])
  for (const [emailResult, names] of Object.entries(results)) {
    expect(await found(ours, { emailCampaign: id, emailResult }), emailResult).toEqual(names)
    expect(await found(ours, { emailResult }), emailResult).toEqual(names)
  }
  expect(await found(ours, { emailCampaign: [id] })).toEqual([...people].sort())
  expect(await found(ours, { emailResult: ['clicked', 'bounced'] })).toEqual(['clicou', 'recusado', 'voltou'])
  expect(await found(ours, { emailCampaign: '0'.repeat(24), emailResult: 'clicked' })).toEqual([])
  const filter = { emailCampaign: id, emailResult: 'not_opened' }
  const query = encodeURIComponent(JSON.stringify(filter))
  const facets = await app.inject({ url: `/api/leads/facets?filter=${query}`, headers: ours.auth })
  expect(facets.json().status).toEqual([{ value: 'new', count: 2 }])
  const view = await app.inject({
    method: 'POST',
    url: '/api/lead-views',
    headers: ours.auth,
    payload: { name: 'Não abriram', view: { filter } }
  })
  expect(view.statusCode, view.body).toBe(201)
  const wrong = encodeURIComponent('{"emailResult":"read"}')
  expect((await app.inject({ url: `/api/leads?filter=${wrong}`, headers: ours.auth })).statusCode).toBe(400)
  const theirs = await company(app)
  expect(await found(theirs, { emailCampaign: id })).toEqual([])
})

test('a sent campaign is written again to those of whom nobody knows, and to those who did nothing', async () => {
  const { ours, id } = await sent()
  const counts = await callCampaigns(app, ours, 'GET', `/${id}/again`)
  expect(counts.json()).toEqual([
    { to: 'unconfirmed', people: 1, twice: 1 },
    { to: 'not_opened', people: 2, twice: 0 },
    { to: 'not_clicked', people: 4, twice: 0 }
  ])
  const unconfirmed = await callCampaigns(app, ours, 'POST', `/${id}/again`, { to: 'unconfirmed' })
  expect([unconfirmed.statusCode, unconfirmed.json()]).toMatchObject([
    201,
    {
      state: 'draft',
      name: 'Oferta de inverno (sem confirmação)',
      subject: 'Primeiro assunto',
      templateId: ours.templateId,
      filter: { emailCampaign: id, emailResult: 'unconfirmed' },
      test: null,
      scheduledAt: null
    }
  ])
  const quiet = await callCampaigns(app, ours, 'POST', `/${id}/again`, { to: 'not_opened', subject: 'Viu?' })
  expect(quiet.json()).toMatchObject({ subject: 'Viu?', name: 'Oferta de inverno (não abriram)' })

  // One of the two leaves before it is sent.
  const mail = sink.taken.find(({ to }) => to === `nada@${ours.domain}`)
  await leaveBy(app, mail?.raw ?? Buffer.alloc(0))
  await moveCampaign(app, ours, quiet.json().id, 'send')
  await workOffCampaign(app, ours, quiet.json().id)
  const rows = await recipientsOf(app, ours, quiet.json().id)
  expect(rows.map(({ address, state }) => [address?.split('@')[0], state])).toEqual([['robo', 'accepted']])
  expect(await readCampaign(app, ours, quiet.json().id)).toMatchObject({ state: 'done', total: 1 })
})

test('nothing is written again to nobody, before a campaign was sent, or where opens were not counted', async () => {
  const { ours, id } = await sent()
  const again = async (campaign: string, to: string, who: Tenant = ours) => {
    const answer = await callCampaigns(app, who, 'POST', `/${campaign}/again`, { to })
    return [answer.statusCode, answer.json().message]
  }
  const draft = await writeCampaign(app, ours)
  expect(await again(draft.id, 'unconfirmed')).toEqual([409, campaignTexts.notSent])
  expect((await callCampaigns(app, ours, 'GET', `/${draft.id}/again`)).statusCode).toBe(409)
  expect(await again(id, 'unconfirmed', await company(app))).toEqual([404, campaignTexts.gone])
  expect((await again(id, 'opened'))[0]).toBe(400)

  await db.company(ours.id, trx =>
    sql`update campaigns set content = content || '{"uncounted": true}' where id = ${id}`.execute(trx)
  )
  expect(await again(id, 'not_opened')).toEqual([409, campaignTexts.notCounted])
  expect(await found(ours, { emailCampaign: id, emailResult: 'not_opened' })).toEqual([])
  expect((await callCampaigns(app, ours, 'GET', `/${id}/again`)).json()[1]).toEqual({
    to: 'not_opened',
    people: null,
    twice: 0
  })
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set state = 'accepted' where campaign_id = ${id}`.execute(trx)
  )
  expect(await again(id, 'unconfirmed')).toEqual([409, campaignTexts.nobodyAgain])
})
