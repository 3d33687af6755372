import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasureKey } from '../../../services/leads/erased/people.ts'
import { enterSeries } from '../../../services/marketing/series/enter.ts'
import { eraseLeads } from '../../../services/privacy/privacy/erase.ts'
import { company } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  moveCampaign,
  readCampaign,
  recipientsOf,
  type Sending,
  sendingCompany,
  unsubscribePath,
  writeCampaign
} from '../../kit/campaigns.ts'
import { moveSeries, tryOn, writeSeries } from '../../kit/series.ts'
import { openSink } from '../../kit/sink.ts'
import { openSite } from '../../kit/site.ts'

const sink = await openSink()
const { app } = await openSite({ SMTP_URL: sink.url })
const { db, config } = app

/** Sends a campaign to these addresses; returns its id and the path of each one's link. */
async function sent(ours: Sending, addresses: string[]): Promise<{ id: string; links: string[]; leads: string[] }> {
  const leads = await consenting(app, ours, addresses)
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await expect.poll(async () => (await readCampaign(app, ours, id)).state).toBe('done')
  const links = addresses.map(address => {
    const mail = sink.taken.findLast(({ to }) => to === address)
    expect(mail).toBeDefined()
    return unsubscribePath(mail?.raw ?? Buffer.alloc(0))
  })
  return { id, links, leads }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = (url: string) =>
  app.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })
const suppressed = async (ours: Sending) =>
  (await app.inject({ url: '/api/email/suppressions', headers: ours.auth })).json()

test('one click, with no login and no redirect, ends the mails of a company to a person', async () => {
  const ours = await sendingCompany(app, { name: 'Padaria do Sim' })
  const address = `ana@${ours.domain}`
  const logo = 'data:image/png;base64,iVBORw0KGgo='
  await db.company(ours.id, trx =>
    sql`update forms set settings = settings || ${JSON.stringify({ logo })}::jsonb where company_id = ${ours.id}`.execute(
      trx
    )
  )
  const { id, links, leads } = await sent(ours, [address, `rui@${ours.domain}`])
  const [link = ''] = links
  const shown = await app.inject({ url: link })
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('Padaria do Sim')
  expect(shown.body).toContain('Não quero mais receber')
  expect(shown.body).toContain(`<img src="${logo}"`)
  expect(await suppressed(ours), 'opening it changes nothing').toEqual([])

  const clicked = await oneClick(link)
  expect([clicked.statusCode, clicked.headers.location]).toEqual([200, undefined])
  expect(await suppressed(ours)).toMatchObject([{ email: address, reason: 'unsubscribed', leadId: leads[0] }])
  expect(await readCampaign(app, ours, id)).toMatchObject({ counts: { accepted: 1, unsubscribed: 1 } })
  const consents = await app.inject({ url: `/api/leads/${leads[0]}/consents`, headers: ours.auth })
  expect(consents.json()[0]).toMatchObject({ channels: ['email'], granted: false, source: 'unsubscribe' })

  // A program may send it as a form with parts, and twice.
  const multipart = await app.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  })
  expect(multipart.statusCode).toBe(200)
  expect((await suppressed(ours)).length).toBe(1)
  const audience = await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })
  expect(audience.json()).toMatchObject({ receive: 1, excluded: { unsubscribed: 1 } })

  // A mistake can be taken back, and mails come again.
  const back = await app.inject({ method: 'POST', url: link, headers: form, payload: 'acao=voltar' })
  expect(back.body).toContain('Não quero mais receber')
  expect(await suppressed(ours)).toEqual([])
  expect((await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })).json().receive).toBe(2)
})

test('who comes back leaves the count of those who left, in every campaign and by whichever link', async () => {
  const ours = await sendingCompany(app)
  const address = `nina@${ours.domain}`
  const first = await sent(ours, [address])
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await expect.poll(async () => (await readCampaign(app, ours, id)).state).toBe('done')
  const ends = async () => [
    (await readCampaign(app, ours, first.id)).counts,
    (await readCampaign(app, ours, id)).counts
  ]
  const other = unsubscribePath(sink.taken.findLast(({ to }) => to === address)?.raw ?? Buffer.alloc(0))
  await oneClick(first.links[0] ?? '')
  await oneClick(other)
  expect(await ends()).toEqual([{ unsubscribed: 1 }, { unsubscribed: 1 }])
  // A server's report about one of them is not taken back.
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set report = 'bounced', reason = 'full' where campaign_id = ${id}`.execute(trx)
  )
  await app.inject({ method: 'POST', url: other, headers: form, payload: 'acao=voltar' })
  expect(await ends()).toEqual([{ accepted: 1 }, { bounced: 1 }])
  expect(await recipientsOf(app, ours, id)).toMatchObject([{ unsubscribedAt: null }])
})

test('a person who leaves promotions alone goes on getting series, and may leave or take back the rest later', async () => {
  const ours = await sendingCompany(app, { name: 'Flores do Sul' })
  const address = `lia@${ours.domain}`
  const { id, links, leads } = await sent(ours, [address])
  const [link = ''] = links
  const choose = async (acao: string) =>
    (await app.inject({ method: 'POST', url: link, headers: form, payload: `acao=${acao}` })).body
  const excluded = async () =>
    (await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })).json().excluded as Record<string, number>
  const series = await writeSeries(app, ours, { reach: 'all' })
  const triedOn = async () => (await tryOn(app, ours, series.id, leads[0] ?? '')).steps.map(({ reason }) => reason)
  const consents = async () => {
    const answer = await app.inject({ url: `/api/leads/${leads[0]}/consents`, headers: ours.auth })
    return answer.json().map(({ granted }: { granted: boolean }) => granted)
  }

  expect((await app.inject({ url: link })).body).toContain('Parar só as promoções')
  expect(await choose('promocoes')).toContain('Você saiu das promoções')
  await choose('promocoes')
  expect(await suppressed(ours)).toMatchObject([{ email: address, reason: 'promotions', leadId: leads[0] }])
  expect(await readCampaign(app, ours, id)).toMatchObject({ counts: { unsubscribed: 1 } })
  expect(await excluded()).toEqual({ promotions: 1 })
  expect(await consents(), 'the consent is of e-mail as a whole').toEqual([])
  expect(await triedOn()).toEqual([null])

  // All is more than promotions, and one click always means all.
  expect((await oneClick(link)).body).toContain('Você saiu da lista')
  expect(await suppressed(ours)).toMatchObject([{ reason: 'unsubscribed' }])
  expect([await excluded(), await triedOn()]).toEqual([{ unsubscribed: 1 }, ['Descadastrado']])
  expect(await choose('promocoes')).toContain('Você saiu das promoções')
  expect([await excluded(), await triedOn()]).toEqual([{ promotions: 1 }, [null]])
  expect(await consents()).toEqual([true, false])

  expect(await choose('voltar')).toContain('Deixar de receber e-mails')
  expect([await suppressed(ours), await excluded()]).toEqual([[], {}])
  const audited = await db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select('action').where('object_type', '=', 'suppression').orderBy('seq').execute()
  )
  expect(audited.map(({ action }) => action.split('.')[1])).toEqual([
    'left_promotions',
    'unsubscribed',
    'left_promotions',
    'resubscribed'
  ])
})

test('a series writes to those who left promotions, and a refusal of promotions outlives a heavier hold', async () => {
  const ours = await sendingCompany(app)
  const address = `bia@${ours.domain}`
  const { links } = await sent(ours, [address])
  const [link = ''] = links
  const post = (payload: string) => app.inject({ method: 'POST', url: link, headers: form, payload })
  await post('acao=promocoes')
  const series = await writeSeries(app, ours, { reach: 'all' })
  await moveSeries(app, ours, series.id, 'on')
  await consenting(app, ours, [address])
  await enterSeries(db, ours.id, series.id)
  await expect.poll(() => sink.taken.filter(({ to }) => to === address)).toHaveLength(2)

  const block = await app.inject({
    method: 'POST',
    url: '/api/email/suppressions',
    headers: ours.auth,
    payload: { email: address, note: 'Pediu por telefone' }
  })
  expect(block.json()).toMatchObject({ reason: 'blocked' })
  const shown = await app.inject({ url: link })
  expect(shown.body).toContain('fale com a empresa')
  expect(shown.body).not.toContain('name="acao"')
  // The person can neither lift nor narrow a block by the team.
  for (const acao of ['voltar', 'promocoes']) await post(`acao=${acao}`)
  expect(await suppressed(ours)).toMatchObject([{ reason: 'blocked' }])
  const lift = async () => {
    const [{ id }] = await suppressed(ours)
    const url = `/api/email/suppressions/${id}/lift`
    return (await app.inject({ method: 'POST', url, headers: ours.auth, payload: { reason: 'Foi engano' } })).statusCode
  }
  expect(await lift()).toBe(204)
  expect(await suppressed(ours)).toMatchObject([{ reason: 'promotions', note: '', actorName: null }])
  expect(await lift()).toBe(204)
  expect(await suppressed(ours)).toEqual([])
})

test('a link that was not made here changes nothing, and one of a test says what it is', async () => {
  const ours = await sendingCompany(app)
  const { links } = await sent(ours, [`x@${ours.domain}`])
  const [link = ''] = links
  const other = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
  for (const path of ['/unsubscribe/abc', other, `${link}x`]) {
    expect((await app.inject({ url: path })).statusCode).toBe(404)
    expect((await oneClick(path)).statusCode).toBe(404)
  }
  expect(await suppressed(ours)).toEqual([])
  expect((await app.inject({ url: '/unsubscribe/teste' })).body).toContain('e-mail de teste')
  expect((await oneClick('/unsubscribe/teste')).statusCode).toBe(200)
})

test('a person who was erased stays out, also where the company gets the address again', async () => {
  const ours = await sendingCompany(app)
  const address = `apagada@${ours.domain}`
  const { id, links, leads } = await sent(ours, [address])
  const key = await erasureKey(db, config)
  const actor = { actorId: null, actorName: 'Teste', ip: null, requestId: null }
  await eraseLeads(db, key, { companyId: ours.id, leadIds: leads, cause: 'request', actor } as never)
  expect(await recipientsOf(app, ours, id)).toMatchObject([{ address: null, leadId: null, state: 'accepted' }])
  // The link works for ever.
  const [link = ''] = links
  expect((await oneClick(link)).statusCode).toBe(200)
  expect(await suppressed(ours)).toMatchObject([{ email: null, reason: 'unsubscribed' }])
  await consenting(app, ours, [address])
  expect((await callCampaigns(app, ours, 'POST', '/audience', { filter: {} })).json()).toMatchObject({
    found: 1,
    receive: 0,
    excluded: { unsubscribed: 1 }
  })
})

test('who unsubscribes while a campaign is being sent gets nothing of it any more', async () => {
  const ours = await sendingCompany(app)
  const address = `pressa@${ours.domain}`
  const { links } = await sent(ours, [address])
  await db.company(ours.id, trx => sql`update email_senders set per_hour = 1`.execute(trx))
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await expect.poll(async () => (await readCampaign(app, ours, id)).waiting).toBe('pace')
  await moveCampaign(app, ours, id, 'pause')
  await oneClick(links[0] ?? '')
  await db.company(ours.id, trx => sql`update email_senders set per_hour = null`.execute(trx))
  await moveCampaign(app, ours, id, 'resume')
  await expect.poll(async () => (await readCampaign(app, ours, id)).state).toBe('done')
  expect(await readCampaign(app, ours, id)).toMatchObject({ counts: { skipped: 1 }, reasons: { unsubscribed: 1 } })
  expect(sink.taken.filter(({ to }) => to === address)).toHaveLength(1)
})

test('the team blocks an e-mail and lifts that with a reason, which is audited, and no other company sees it', async () => {
  const [ours, theirs] = [await sendingCompany(app), await company(app)]
  const call = (who: { auth: Sending['auth'] }, path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/email/suppressions${path}`, headers: who.auth, payload })
  const added = await call(ours, '', { email: ' Fulano@Pessoa.example', note: 'Pediu por telefone' })
  expect(added.json()).toMatchObject({ email: 'fulano@pessoa.example', reason: 'blocked', note: 'Pediu por telefone' })
  expect((await call(ours, '', { email: 'fulano@pessoa.example', note: '' })).statusCode).toBe(409)
  const { id } = added.json()
  expect((await app.inject({ url: '/api/email/suppressions', headers: theirs.auth })).json()).toEqual([])
  expect((await call(theirs, `/${id}/lift`, { reason: 'Quero' })).statusCode).toBe(404)
  expect((await call(ours, `/${id}/lift`, { reason: '  ' })).statusCode).toBe(400)
  expect((await call(ours, `/${id}/lift`, { reason: 'Voltou a pedir' })).statusCode).toBe(204)
  expect((await call(ours, `/${id}/lift`, { reason: 'Voltou a pedir' })).statusCode).toBe(404)
  const audited = await db.company(ours.id, trx =>
    trx.selectFrom('audit_log').select(['action', 'reason']).where('object_id', '=', id).orderBy('seq').execute()
  )
  expect(audited).toEqual([
    { action: 'suppression.added', reason: null },
    { action: 'suppression.lifted', reason: 'Voltou a pedir' }
  ])
})
