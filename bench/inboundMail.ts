import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../services/core/config.ts'
import { replyAddress } from '../services/platform/inboundMail/addresses.ts'
import { type MailServer, startDovecot } from '../tests/kit/peers/dovecot.ts'
import { answers, type Bench } from './environment.ts'
import { percentiles } from './load.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

const address = 'respostas@prosa.example'
const [single, mails, kills, guests] = [50, 10_000, 5, 20]

/**
 * Answers of guests by mail, through a real mail server: how long one takes from its delivery until it is handled, and
 * what becomes of many while the worker is killed.
 */
export async function benchInboundMail(bench: Bench): Promise<Row[]> {
  const server = await startDovecot()
  if (!server) throw new Error('This benchmark needs dovecot: apt-get install dovecot-imapd dovecot-lmtpd')
  const env = { INBOUND_MAIL_URL: server.url(), INBOUND_MAIL_ADDRESS: address }
  try {
    const api = await bench.start('dist/services/server.js', env)
    await answers(api.port)
    const addresses = await invite(bench, api.port)
    await api.stop()
    return [await oneByOne(bench, server, env, addresses), await killed(bench, server, env, addresses)]
  } finally {
    await server.close()
  }
}

/** Appointments with one guest each; returns the addresses that they answer to. */
async function invite({ sql, env }: Bench, port: number): Promise<string[]> {
  const { companyId, headers } = await signUp(port, sql)
  const { rows: employees } = await sql.query<{ id: string }>('select id from employees where company_id = $1', [
    companyId
  ])
  const { rows: leads } = await sql.query<{ id: string }>(
    `insert into leads (company_id, name, email, source)
     select $1, 'Ada Souza', 'ada@example.com', 'form' from generate_series(1, $2::integer) returning id`,
    [companyId, guests]
  )
  const config = readConfig({ ...env, INBOUND_MAIL_ADDRESS: address })
  const addresses: string[] = []
  for (const [n, lead] of leads.entries()) {
    const at = (minutes: number) => new Date(Date.UTC(2040, 0, 1, n, minutes)).toISOString()
    const answer = await fetch(`http://127.0.0.1:${port}/api/appointments/companies/${companyId}/appointments`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Visita',
        start: at(0),
        end: at(30),
        employeeId: employees[0]?.id,
        leadId: lead.id
      })
    })
    const { data } = (await answer.json()) as { data: { id: string } }
    addresses.push(replyAddress(config, 'appointment', data.id) ?? '')
  }
  return addresses
}

const mailOf = (to: string, n: number): Buffer =>
  Buffer.from(
    [
      'From: Ada Souza <ada@example.com>',
      `To: ${to}`,
      'Subject: Re: Visita',
      `Message-ID: <${n}@example.com>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `Mensagem ${n}`
    ].join('\r\n')
  )

async function oneByOne({ sql, start }: Bench, server: MailServer, env: NodeJS.ProcessEnv, to: string[]): Promise<Row> {
  const worker = await start('dist/services/worker.js', env)
  const handled = async () =>
    (await sql.query<{ n: number }>(`select count(*)::integer as n from inbound_mails where state = 'handled'`)).rows[0]
      ?.n
  const times: number[] = []
  for (let n = 0; n < single; n++) {
    const began = performance.now()
    await server.deliver(mailOf(to[n % to.length] ?? '', -1 - n))
    while ((await handled()) !== n + 1) await sleep(5)
    // The first waits for the worker's start.
    if (n > 0) times.push(performance.now() - began)
  }
  await worker.stop()
  const { p50, p99 } = percentiles(times)
  return {
    what: `answer of a guest by mail, from its delivery to a mailbox to handled`,
    measured: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    limit: '',
    ratio: null,
    goal: 'at most 2 s',
    met: p99 <= 2000
  }
}

async function killed({ sql, start }: Bench, server: MailServer, env: NodeJS.ProcessEnv, to: string[]): Promise<Row> {
  let worker = await start('dist/services/worker.js', env)
  const began = performance.now()
  let delivered = 0
  const killing = (async () => {
    for (let n = 1; n <= kills; n++) {
      while (delivered < (n * mails) / (kills + 1)) await sleep(50)
      worker.child.kill('SIGKILL')
      worker = await start('dist/services/worker.js', env)
    }
  })()
  for (; delivered < mails; delivered++) await server.deliver(mailOf(to[delivered % to.length] ?? '', delivered))
  await killing
  const count = async () => {
    const { rows } = await sql.query(
      `select count(*)::integer as stored, count(*) filter (where state = 'handled')::integer as handled,
        (select count(*)::integer from notes where text like '%Mensagem _%' and text not like '%Mensagem -%') as notes,
        (select count(distinct text)::integer from notes where text not like '%Mensagem -%') as distinct
       from inbound_mails`
    )
    return rows[0]
  }
  const expected = { stored: mails + single, handled: mails + single, notes: mails, distinct: mails }
  let found = await count()
  for (const since = performance.now(); found.handled < mails + single && performance.now() - since < 300_000; ) {
    await sleep(500)
    found = await count()
  }
  const seconds = (performance.now() - began) / 1000
  await worker.stop()
  return {
    what: `${mails} such answers, the worker killed ${kills} times`,
    measured: `${JSON.stringify(found)} after ${seconds.toFixed(0)} s`,
    limit: '',
    ratio: null,
    goal: 'each handled once',
    met: JSON.stringify(found) === JSON.stringify(expected)
  }
}
