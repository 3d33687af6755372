import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { readConfig } from '../services/core/config.ts'
import { seal } from '../services/core/secrets.ts'
import { readyTemplates } from '../services/marketing/mailTemplates/ready.ts'
import { compileTemplate, renderFor } from '../services/marketing/mailTemplates/render.ts'
import { keyPlace, makeKey } from '../services/marketing/senders/keys.ts'
import { answers, type Bench, memory } from './environment.ts'
import { fillLeads } from './fill.ts'
import { percentiles } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const people = 100_000
const [preparations, turns] = [3, 4]

/** Seconds of one turn of sending, after some in which it gets going. */
const [warm, turn] = [3, 10]

/** Connections of a pool and mails over each, as a campaign has them. */
const pool = { maxConnections: 8, maxMessages: 100 }

/**
 * Accounts that ask for a new password while a campaign is sent, as many while none is, and milliseconds between two.
 */
const [accounts, between] = [200, 100]

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** A campaign to 100,000 people through API and worker: preparing and sending it, memory, and other mails meanwhile. */
export async function benchCampaigns(bench: Bench): Promise<Row[]> {
  const sink = await openSink()
  try {
    const env = { SMTP_URL: `smtp://127.0.0.1:${sink.port}` }
    const api = await bench.start('dist/services/server.js', env)
    await answers(api.port)
    const company = await signUp(api.port, bench.sql)
    const call = callerOf(api.port, company)
    const key = await proveSender(bench, company)
    await fillLeads(bench.sql, company.companyId, people)
    const consents = { email: { state: 'granted', at: new Date().toISOString() } }
    await bench.sql.query('update leads set consents = $1', [JSON.stringify(consents)])
    await bench.sql.query('vacuum analyze leads')
    const [ready] = readyTemplates
    if (!ready) throw new Error('There is no ready template')
    const { subject, preheader, body } = ready
    const template = await call('POST', '/api/email/templates', { name: 'Medição', subject, preheader, body })

    const worker = await bench.start('dist/services/worker.js', env)
    await sleep(8000)
    const idle = await memory(worker.child.pid)
    let peak = idle
    const watch = setInterval(async () => {
      peak = Math.max(peak, await memory(worker.child.pid).catch(() => 0))
    }, 200)

    const campaign = await call('POST', '/api/email/campaigns', {
      name: 'Medição',
      subject: '',
      templateId: template.id,
      filter: {},
      quietHours: false
    })
    const prepared = await preparing(bench, company, campaign.id, call)
    console.error(`  the worker took up to ${(peak - idle).toFixed(0)} MiB over idle`)
    const sent = await sending(bench, { sink, key, call, company, campaignId: campaign.id, smtpUrl: env.SMTP_URL })
    const passwords = await passwordMails(bench, api.port, sink, {
      begin: () => call('POST', `/api/email/campaigns/${campaign.id}/resume`),
      pause: () => call('POST', `/api/email/campaigns/${campaign.id}/pause`)
    })
    const { counts } = await call('GET', `/api/email/campaigns/${campaign.id}`)
    if (!counts.pending) throw new Error('The campaign was over before the passwords were asked for')
    clearInterval(watch)
    await Promise.all([worker.stop(), api.stop()])
    return [
      prepared,
      sent,
      {
        what: 'memory of the worker over idle, meanwhile',
        measured: `${(peak - idle).toFixed(0)} MiB`,
        limit: `idle ${idle.toFixed(0)} MiB`,
        ratio: null,
        goal: 'at most 80 MB',
        met: peak - idle <= 76
      },
      passwords
    ]
  } finally {
    sink.child.kill()
  }
}

type Sink = { port: number; child: ChildProcess; taken(): Promise<number> }

async function openSink(): Promise<Sink> {
  const child = fork(path.join(import.meta.dirname, 'sink.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const taken = () =>
    new Promise<number>(resolve => {
      const listen = (message: object) => {
        if (!('taken' in message)) return
        child.off('message', listen)
        resolve(message.taken as number)
      }
      child.on('message', listen)
      child.send('taken')
    })
  return { port, child, taken }
}

/** The fields of the API's answer that are read here. */
type Answer = { id: string; counts: Record<string, number> }
type Call = (method: string, url: string, body?: object) => Promise<Answer>

const callerOf =
  (port: number, { headers }: SignedIn): Call =>
  async (method, url, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) })
    })
    if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

type Key = { domain: string; selector: string; privateKey: string }

/** The company's sender with a domain as proved, as no resolver could say so here, and an address for the footer. */
async function proveSender({ sql, env }: Bench, { companyId }: SignedIn): Promise<Key> {
  const key = await makeKey()
  const domain = 'medicao.example'
  await sql.query(`update companies set address = 'Rua das Flores, 10, Recife' where id = $1`, [companyId])
  const { rows } = await sql.query<{ id: string }>(
    `insert into email_senders (company_id, name, local_part, domain, proved_at, checked_at, tried_at)
     values ($1, 'Medição', 'contato', $2, now(), now(), now()) returning id`,
    [companyId, domain]
  )
  await sql.query(
    `insert into email_sender_keys (id, company_id, sender_id, state, selector, public_key, private_key)
     values ($1, $2, $3, 'signing', $4, $5, $6)`,
    [
      key.id,
      companyId,
      rows[0]?.id,
      key.selector,
      key.publicKey,
      seal(readConfig(env), key.privateKey, keyPlace(key.id))
    ]
  )
  return { domain, selector: key.selector, privateKey: key.privateKey }
}

/** From the click to the last recipient, against one insert-select of the same rows into the same table. */
async function preparing({ sql }: Bench, { companyId }: SignedIn, id: string, call: Call): Promise<Row> {
  const bare = async () => {
    const client = await sql.connect()
    try {
      await client.query('begin')
      const started = performance.now()
      const { rowCount } = await client.query(
        `insert into campaign_recipients (company_id, campaign_id, lead_id, address, state)
         select company_id, $2, id, email, 'pending' from leads where company_id = $1 and deleted_at is null`,
        [companyId, id]
      )
      const took = performance.now() - started
      await client.query('rollback')
      if (rowCount !== people) throw new Error(`${rowCount} rows were written`)
      return took
    } finally {
      client.release()
    }
  }
  const ours = async () => {
    const started = performance.now()
    await call('POST', `/api/email/campaigns/${id}/prepare`)
    for (;;) {
      const { rows } = await sql.query('select state, problem from campaigns where id = $1', [id])
      if (rows[0].state === 'ready') break
      if (rows[0].state !== 'preparing') throw new Error(`The campaign was not prepared: ${rows[0].problem}`)
      await sleep(10)
    }
    return performance.now() - started
  }
  const times: Record<'bare' | 'ours', number[]> = { bare: [], ours: [] }
  for (let round = -1; round < preparations; round++) {
    // Recipients are deleted before each preparation, which must not count against it: the bare insert deletes nothing.
    await sql.query('delete from campaign_recipients')
    await sql.query('vacuum campaign_recipients')
    const [limit, mine] = [await bare(), await ours()]
    // The first round warms both up.
    if (round < 0) continue
    console.error(`  prepared in ${mine.toFixed(0)} ms, bare ${limit.toFixed(0)} ms`)
    times.bare.push(limit)
    times.ours.push(mine)
  }
  await sql.query('vacuum analyze campaign_recipients')
  const [mine, limit] = [median(times.ours), median(times.bare)]
  return {
    what: 'recipients of a campaign to 100,000 people fixed, from the click',
    measured: `${(mine / 1000).toFixed(1)} s`,
    limit: `a bare insert-select of the same rows ${(limit / 1000).toFixed(1)} s`,
    ratio: mine / limit,
    goal: 'at most 2.00',
    met: mine / limit <= 2
  }
}

type Given = { sink: Sink; key: Key; call: Call; company: SignedIn; campaignId: string; smtpUrl: string }

/**
 * Mails a second of the worker, and in turns of nodemailer's own pool, which is given subject, HTML and text of the
 * same mails, as well rendered, and writes and signs them.
 */
async function sending({ sql }: Bench, { sink, key, call, campaignId, smtpUrl }: Given): Promise<Row> {
  const rateOf = async () => {
    await sleep(warm * 1000)
    const [before, began] = [await sink.taken(), performance.now()]
    await sleep(turn * 1000)
    return ((await sink.taken()) - before) / ((performance.now() - began) / 1000)
  }
  const mails = await renderedMails(key)
  const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (let round = 0; round < turns; round++) {
    // A plan's limit of a day is less than a campaign of this size.
    await sql.query('update campaign_lanes set hour_sent = 0, day_sent = 0')
    await call('POST', `/api/email/campaigns/${campaignId}/${round === 0 ? 'send' : 'resume'}`)
    rates.ours.push(await rateOf())
    await call('POST', `/api/email/campaigns/${campaignId}/pause`)
    const isGoing = `select from campaign_recipients where state = 'sending' limit 1`
    while ((await sql.query(isGoing)).rowCount) await sleep(50)

    const dkim = { domainName: key.domain, keySelector: key.selector, privateKey: key.privateKey }
    const transport = createTransport({ url: smtpUrl, pool: true, ...pool, dkim } as never)
    let going = true
    let n = 0
    const senders = Array.from({ length: pool.maxConnections }, async () => {
      while (going) await transport.sendMail(mails[n++ % mails.length] as object)
    })
    rates.bare.push(await rateOf())
    going = false
    await Promise.all(senders)
    transport.close()
    console.error(`  sent ${rates.ours.at(-1)?.toFixed(0)}/s, bare ${rates.bare.at(-1)?.toFixed(0)}/s`)
  }
  const [mine, limit] = [median(rates.ours), median(rates.bare)]
  return {
    what: 'a campaign sent: mails a second, written, signed and noted',
    measured: `${mine.toFixed(0)}/s`,
    limit: `nodemailer's pool, which writes and signs the same mails, ${limit.toFixed(0)}/s`,
    ratio: mine / limit,
    goal: 'at least 0.60',
    met: mine / limit >= 0.6
  }
}

async function renderedMails({ domain }: Key): Promise<object[]> {
  const [ready] = readyTemplates
  if (!ready) throw new Error('There is no ready template')
  const compiled = await compileTemplate(ready, 'https://prosa.example')
  return Array.from({ length: 1000 }, (_, n) => {
    const unsubscribeUrl = `https://prosa.example/unsubscribe/${'0'.repeat(92)}${n}`
    const { subject, html, text } = renderFor(compiled, {
      variables: { nome: `Ada Souza ${n}`, primeiro_nome: `Ada${n}` },
      company: { name: 'Medição', cnpj: null, address: 'Rua das Flores, 10, Recife' },
      unsubscribeUrl
    })
    const headers = {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': '<medicao.campanhas.prosa.example>',
      Precedence: 'bulk'
    }
    return { from: `Medição <contato@${domain}>`, to: `ada${n}@example.com`, subject, html, text, headers }
  })
}

type Sending = { begin(): Promise<unknown>; pause(): Promise<unknown> }

/**
 * Milliseconds from the request for a new password to the mail server having its mail, in turns while a campaign is
 * sent and while none is.
 */
async function passwordMails({ sql }: Bench, port: number, sink: Sink, { begin, pause }: Sending): Promise<Row> {
  await sql.query(
    `insert into users (name, email, password_hash, role, email_confirmed_at)
     select 'Pessoa', 'senha' || n || '@example.com', 'none', 'employee', now() from generate_series(1, $1::integer) as n`,
    [2 * accounts]
  )
  const requestTimes = new Map<string, number>()
  const times = new Map<string, number>()
  const listen = (message: object) => {
    if (!('to' in message && 'at' in message)) return
    const to = String(message.to)
    times.set(to, Number(message.at) - (requestTimes.get(to) ?? 0))
  }
  sink.child.on('message', listen)
  const ask = async (from: number, to: number): Promise<number[]> => {
    const emails = Array.from({ length: to - from }, (_, n) => `senha${from + n + 1}@example.com`)
    for (const email of emails) {
      requestTimes.set(email, Date.now())
      const answer = await fetch(`http://127.0.0.1:${port}/public/password/forgot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email })
      })
      if (answer.status !== 202)
        throw new Error(`The request was answered with ${answer.status}: ${await answer.text()}`)
      await sleep(between)
    }
    for (const since = Date.now(); !emails.every(email => times.has(email)) && Date.now() - since < 30_000; )
      await sleep(50)
    return emails.map(email => times.get(email) ?? Number.POSITIVE_INFINITY)
  }
  const found: Record<'during' | 'without', number[]> = { during: [], without: [] }
  let campaign = 0
  const portion = accounts / 4
  for (let n = 0; n < 2 * accounts; n += 2 * portion) {
    found.without.push(...(await ask(n, n + portion)))
    await sql.query('update campaign_lanes set hour_sent = 0, day_sent = 0')
    await begin()
    await sleep(warm * 1000)
    const before = await sink.taken()
    found.during.push(...(await ask(n + portion, n + 2 * portion)))
    campaign += (await sink.taken()) - before - portion
    await pause()
  }
  sink.child.off('message', listen)
  const [mine, limit] = [percentiles(found.during), percentiles(found.without)]
  return {
    what: `${accounts} mails for a new password while ${campaign.toLocaleString('en')} of a campaign went out, from the request to handed over`,
    measured: `p50 ${mine.p50.toFixed(0)} ms, p99 ${mine.p99.toFixed(0)} ms`,
    limit: `while none went out p50 ${limit.p50.toFixed(0)} ms, p99 ${limit.p99.toFixed(0)} ms`,
    ratio: mine.p99 / limit.p99,
    goal: 'p99 at most 2 s',
    met: mine.p99 <= 2000
  }
}
