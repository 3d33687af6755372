import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { erasureKey } from '../../../services/leads/erased/people.ts'
import { clickTokens, pictureLink, readClickToken } from '../../../services/marketing/campaigns/clickTokens.ts'
import { prepareNow } from '../../../services/marketing/campaigns/moves.ts'
import { campaignTexts } from '../../../services/marketing/campaigns/rules.ts'
import { company, openApp } from '../../kit/app.ts'
import {
  callCampaigns,
  consenting,
  moveCampaign,
  recipientsOf,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { openSink } from '../../kit/sink.ts'

const sink = await openSink()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url })
const { db, config } = app

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'
const offer = 'https://loja.example/oferta?cor=azul&tamanho=m'
const home = 'https://loja.example/'

/** A campaign with two links, which each of these people got some time ago. */
async function sent(...names: string[]) {
  const ours = await sendingCompany(app)
  const link = { type: 'link', attrs: { href: 'https://loja.example' } }
  const text = { type: 'text', text: 'nossa loja', marks: [link] }
  const made = await app.inject({
    method: 'POST',
    url: '/api/email/templates',
    headers: ours.auth,
    payload: {
      name: 'Dois links',
      subject: 'Oi',
      preheader: '',
      body: {
        format: 1,
        accent: '#0f766e',
        blocks: [
          { id: 'a', type: 'button', text: 'Ver', link: offer, align: 'center' },
          { id: 'b', type: 'text', doc: { type: 'doc', content: [{ type: 'paragraph', content: [text] }] } },
          { id: 'c', type: 'button', text: 'Ligar', link: 'tel:+5511999990000', align: 'center' }
        ]
      }
    }
  })
  expect(made.statusCode, made.body).toBe(201)
  await consenting(
    app,
    ours,
    names.map(name => `${name}@${ours.domain}`)
  )
  const { id } = await writeCampaign(app, ours, { templateId: made.json().id })
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set sent_at = now() - interval '1 hour' where company_id = ${ours.id}`.execute(trx)
  )
  /** The addresses in the mail of a person: those that are counted, and the picture. */
  const addresses = async (name: string) => {
    const mail = sink.taken.find(({ to }) => to === `${name}@${ours.domain}`)
    const { html = '', text: plain = '' } = await PostalMime.parse(mail?.raw ?? '')
    const paths = [...html.matchAll(/href="([^"]*\/click\/[^"]*)"/g)].map(([, url]) => new URL(url ?? '').pathname)
    const picture = /<img src="([^"]*\/click\/[^"]*)"/.exec(html)?.[1] ?? ''
    return { html, plain, links: paths, picture: new URL(picture).pathname }
  }
  const report = async () => (await callCampaigns(app, ours, 'GET', `/${id}/clicks`)).json()
  return { ours, id, addresses, report }
}

type Opened = { agent?: string | null; method?: 'GET' | 'HEAD'; more?: Record<string, string> }
const open = (url: string, { agent = browser, method = 'GET', more = {} }: Opened = {}) =>
  app.inject({ method, url, headers: { ...(agent !== null && { 'user-agent': agent }), ...more } })

/** Clicks of a person are some time apart. */
const later = (companyId: string) =>
  db.company(companyId, trx =>
    sql`update campaign_clicks set first_at = first_at - interval '1 minute', last_at = last_at - interval '1 minute'
      where company_id = ${companyId}`.execute(trx)
  )

test('links lead where they were written to, and each person who opens one counts once', async () => {
  const { ours, id, addresses, report } = await sent('ana', 'bia', 'caio')
  const { html, plain, links, picture } = await addresses('ana')
  expect(links).toHaveLength(2)
  expect(html).toContain('href="tel:+5511999990000"')
  expect(plain).toContain(offer)
  expect(await report()).toEqual({
    counted: true,
    people: 0,
    automatic: 0,
    opened: 0,
    links: [
      { url: offer, people: 0, automatic: 0 },
      { url: home, people: 0, automatic: 0 }
    ]
  })
  const [first = '', second = ''] = links
  for (let n = 0; n < 3; n++) {
    const answer = await open(first)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, offer])
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  }
  await later(ours.id)
  expect((await open(second)).headers.location).toBe(home)
  const shown = await open(picture)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/gif'])
  expect((await open((await addresses('bia')).picture)).statusCode).toBe(200)
  expect(await report()).toEqual({
    counted: true,
    people: 1,
    automatic: 0,
    opened: 2,
    links: [
      { url: offer, people: 1, automatic: 0 },
      { url: home, people: 1, automatic: 0 }
    ]
  })
  const rows = await recipientsOf(app, ours, id)
  expect(rows.map(({ address, clickedAt }) => [address?.split('@')[0], clickedAt !== null]).sort()).toEqual([
    ['ana', true],
    ['bia', false],
    ['caio', false]
  ])
  const file = await callCampaigns(app, ours, 'GET', `/${id}/recipients.csv`)
  expect(file.body).toContain('Clicou em')
  const moment = '"[\\d/]{10}, [\\d:]{8}"'
  expect(file.body).toMatch(new RegExp(`ana@[^;]+;Aceito;;250 OK queued;${moment};${moment};;;\r?$`, 'm'))
})

test('what programs open is counted apart, whichever sign gives them away', async () => {
  const { ours, addresses, report } = await sent('cabeca', 'nome', 'mudo', 'adianta', 'dois', 'cedo')
  const first = async (name: string) => (await addresses(name)).links[0] ?? ''
  await open(await first('cabeca'), { method: 'HEAD' })
  await open(await first('nome'), { agent: 'Mozilla/5.0 (compatible; BarracudaCentral/1.0)' })
  await open(await first('mudo'), { agent: '' })
  await open(await first('adianta'), { more: { 'sec-purpose': 'prefetch' } })
  await db.company(ours.id, trx =>
    sql`update campaign_recipients set sent_at = now() where address like 'cedo@%'`.execute(trx)
  )
  await open(await first('cedo'))
  expect(await report()).toMatchObject({ people: 0, automatic: 5, opened: 0 })
  // Nobody opens two links at one moment, so the first of them was no person's either.
  const [one = '', two = ''] = (await addresses('dois')).links
  await open(one)
  expect(await report()).toMatchObject({ people: 1, automatic: 5 })
  await open(two)
  expect(await report()).toMatchObject({ people: 0, automatic: 7 })
  // All at once, as scanners do.
  await db.company(ours.id, trx => sql`delete from campaign_clicks where company_id = ${ours.id}`.execute(trx))
  await Promise.all([open(one), open(two)])
  expect(await report()).toMatchObject({ people: 0, automatic: 2 })
  // A link that was opened long before stays a person's.
  const [old = '', next = ''] = (await addresses('mudo')).links
  await open(old)
  await later(ours.id)
  await open(old)
  await open(next)
  expect(await report()).toMatchObject({ people: 1, links: [{ people: 1 }, { people: 0 }] })
})

test('a link that was not made here leads nowhere, and no other company sees what was counted', async () => {
  const { ours, id, addresses, report } = await sent('ana')
  const [link = ''] = (await addresses('ana')).links
  const key = await erasureKey(db, config)
  const known = readClickToken(key, link.split('/').at(-1) ?? '')
  expect(known).toMatchObject({ companyId: ours.id, link: 0 })
  const at = link.length - 10
  const other = `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`
  const beyond = `/click/${clickTokens(key, { companyId: ours.id, recipientId: known?.recipientId ?? '' })(7)}`
  const nobody = `/click/${clickTokens(key, { companyId: ours.id, recipientId: '0'.repeat(24) })(pictureLink)}`
  for (const path of ['/click/abc', other, `${link}x`, beyond, nobody]) {
    const answer = await open(path)
    expect([answer.statusCode, answer.headers.location], path).toEqual([404, undefined])
    expect(answer.body).toBe(campaignTexts.link)
  }
  expect((await report()).people).toBe(0)
  const theirs = await company(app)
  expect((await callCampaigns(app, theirs, 'GET', `/${id}/clicks`)).statusCode).toBe(404)
})

test('where a company counts no clicks, links lead straight there, nothing is loaded, and no subject is tested', async () => {
  const ours = await sendingCompany(app)
  await consenting(app, ours, [`ana@${ours.domain}`])
  const save = async (more: object) => {
    const pace = { perSecond: null, perHour: null, perDay: null }
    const sender = { name: 'Padaria Central', address: `contato@${ours.domain}`, replyTo: null, smtp: null, pace }
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/email/sender',
      headers: ours.auth,
      payload: { ...sender, ...more }
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().sender
  }
  const htmlOf = async (id: string) => {
    const mails = sink.taken.filter(({ raw }) => raw.toString().includes(`${id}:${ours.id}:campanha`))
    expect(mails).toHaveLength(1)
    return (await PostalMime.parse(mails[0]?.raw ?? '')).html ?? ''
  }
  // It was being sent already.
  const under = await writeCampaign(app, ours)
  await moveCampaign(app, ours, under.id, 'send')
  await prepareNow(db, config, ours.id, under.id)
  expect(await save({ tracking: false })).toMatchObject({ tracking: false, proved: true })
  expect(await save({})).toMatchObject({ tracking: false })
  await workOffCampaign(app, ours, under.id)
  expect(await htmlOf(under.id)).not.toContain('/click/')

  const tested = await writeCampaign(app, ours, { test: { subject: 'Outro', share: 10, hours: 1 } })
  const refused = await callCampaigns(app, ours, 'POST', `/${tested.id}/send`)
  expect([refused.statusCode, refused.json().message]).toEqual([409, campaignTexts.uncounted])

  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  const html = await htmlOf(id)
  expect(html).toContain('href="https://loja.example/oferta"')
  expect(html).not.toMatch(/\/click\/|width="1"/)
  expect(await save({ tracking: true })).toMatchObject({ tracking: true })
  expect((await callCampaigns(app, ours, 'GET', `/${id}/clicks`)).json()).toMatchObject({ counted: false, opened: 0 })
})
