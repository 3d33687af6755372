import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { pauseAfter, readMailbox } from '../../../services/platform/inboundMail/mailbox.ts'
import { readInbound } from '../../../services/platform/inboundMail/sources.ts'
import { largestMail } from '../../../services/platform/inboundMail/store.ts'
import { openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { openDovecot } from '../../kit/dovecot.ts'
import { atEnd } from '../../kit/end.ts'
import { mailEnv, mailOf } from '../../kit/inboundMail.ts'
import { nothingFor } from '../../kit/quiet.ts'
import { kill, startWorkerProcess } from '../../kit/workers.ts'

const dovecot = await openDovecot()
const it = test.skipIf(dovecot === undefined)
const server = dovecot as NonNullable<typeof dovecot>
const log = pino({ level: 'silent' })

/** The reader stores a mail before marking it: one that another test left unmarked would be read again. */
async function base(url = server.url()) {
  await server.empty()
  return { DATABASE_URL: await newDatabase(), INBOUND_MAIL_URL: url, ...mailEnv }
}

async function open(env: NodeJS.ProcessEnv) {
  const app = await openApp(env)
  const rows = () =>
    app.db.everyCompany(trx => trx.selectFrom('inbound_mails').selectAll().orderBy('received_at').execute())
  const source = async () => (await readInbound(app.db, app.config))?.sources[0]
  const subjects = async () => (await rows()).map(({ raw }) => /^Subject: (.*)\r?$/m.exec(raw?.toString() ?? '')?.[1])
  return { app, rows, source, subjects }
}

/** Reads the mailbox as the daemon of a worker does, until the end of the test. */
function read(app: Awaited<ReturnType<typeof open>>['app'], env: NodeJS.ProcessEnv): AbortController {
  const stop = new AbortController()
  const done = readMailbox({ db: app.db, config: testConfig(env), log }, stop.signal)
  atEnd(async () => {
    stop.abort()
    await done
  })
  return stop
}

/** Somebody between who reads and the server; `cutAt` breaks a connection after so many bytes of the server's. */
async function openBetween() {
  const between = { port: 0, cutAt: Number.POSITIVE_INFINITY, cuts: 0 }
  const proxy = createServer(socket => {
    const target = connect({ host: '127.0.0.1', port: server.imapPort })
    let passed = 0
    socket.pipe(target)
    target.on('data', data => {
      passed += data.length
      if (passed > between.cutAt) {
        between.cuts++
        socket.destroy()
        target.destroy()
      } else socket.write(data)
    })
    for (const [one, other] of [
      [socket, target],
      [target, socket]
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  between.port = (proxy.address() as AddressInfo).port
  atEnd(() => proxy.close())
  return between
}

it('a mail is stored within moments of its delivery, byte for byte, and handled by a worker', async () => {
  const env = await base()
  const { rows, source } = await open(env)
  await server.deliver(mailOf({ Subject: 'antes' }))
  startWorkerProcess(env)
  await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['unclaimed'])
  await expect.poll(source).toMatchObject({ connected: true, error: null, used: expect.any(Number) })
  for (let n = 0; n < 5; n++) {
    await server.deliver(mailOf({ Subject: `agora ${n}`, 'Message-ID': `<n${n}@x>` }))
    await expect.poll(async () => (await rows()).filter(({ state }) => state === 'unclaimed').length).toBe(n + 2)
  }
  expect((await rows())[1]?.raw?.toString()).toContain(
    mailOf({ Subject: 'agora 0', 'Message-ID': '<n0@x>' }).toString()
  )
})

it('after a worker was killed another reads on, and nothing is stored twice', async () => {
  const env = await base()
  const { subjects } = await open(env)
  const first = startWorkerProcess(env)
  await server.deliver(mailOf({ Subject: 'um', 'Message-ID': '<k1@x>' }))
  await expect.poll(subjects).toContain('um')
  const before = await subjects()
  await kill(first)
  await server.deliver(mailOf({ Subject: 'dois', 'Message-ID': '<k2@x>' }))
  startWorkerProcess(env)
  startWorkerProcess(env)
  await expect.poll(subjects).toEqual([...before, 'dois'])
  await server.deliver(mailOf({ Subject: 'três', 'Message-ID': '<k3@x>' }))
  await expect.poll(subjects).toEqual([...before, 'dois', 'três'])
})

it('a connection that breaks amid a mail loses nothing, and mail that came meanwhile is read', async () => {
  const between = await openBetween()
  const env = await base(server.url({ port: between.port }))
  const { app, subjects, source } = await open(env)
  const large = mailOf({ Subject: 'grande', 'Message-ID': '<large@x>' }, `${'a'.repeat(70)}\r\n`.repeat(40_000))
  await server.deliver(mailOf({ Subject: 'pequena', 'Message-ID': '<small@x>' }), large)
  between.cutAt = 500_000
  read(app, env)
  await expect.poll(() => between.cuts).toBeGreaterThanOrEqual(2)
  await expect.poll(source).toMatchObject({ connected: false, error: 'A conexão com o servidor de e-mail caiu.' })
  await server.stop()
  between.cutAt = Number.POSITIVE_INFINITY
  await expect.poll(async () => (await source())?.error).toMatch(/caiu|não responde/)
  await server.start()
  await server.deliver(mailOf({ Subject: 'depois', 'Message-ID': '<after@x>' }))
  await expect.poll(subjects, { timeout: 60_000 }).toEqual(expect.arrayContaining(['pequena', 'grande', 'depois']))
  const all = await subjects()
  expect(new Set(all).size).toBe(all.length)
})

it('mail that somebody looked at before is read all the same once the mailbox is known', async () => {
  const env = await base()
  const { app, subjects } = await open(env)
  await server.deliver(mailOf({ Subject: 'conhecida', 'Message-ID': '<seen1@x>' }))
  const stop = read(app, env)
  await expect.poll(subjects).toContain('conhecida')
  stop.abort()
  await server.deliver(mailOf({ Subject: 'lida por outro', 'Message-ID': '<seen2@x>' }))
  const { ImapFlow } = await import('imapflow')
  const other = new ImapFlow({
    ...{ host: '127.0.0.1', port: server.imapPort, secure: false, doSTARTTLS: false, logger: false },
    auth: { user: 'prosa', pass: 'segredo de teste' }
  })
  await other.connect()
  await other.mailboxOpen('INBOX')
  await other.messageFlagsAdd('1:*', ['\\Seen'])
  await other.logout()
  read(app, env)
  await expect.poll(subjects).toContain('lida por outro')
})

it('a mail beyond the limit is noted without being fetched, and the others are read', async () => {
  const env = await base()
  const { app, rows, subjects } = await open(env)
  const line = `${'a'.repeat(998)}\r\n`
  await server.deliver(
    mailOf({ Subject: 'enorme', 'Message-ID': '<huge@x>' }, line.repeat(30 * 1024)),
    mailOf({ Subject: 'depois da enorme', 'Message-ID': '<then@x>' })
  )
  read(app, env)
  await expect.poll(subjects).toContain('depois da enorme')
  const [huge] = (await rows()).filter(({ state }) => state === 'too_large')
  expect(huge).toMatchObject({ raw: null, state: 'too_large' })
  expect(huge?.size).toBeGreaterThan(largestMail)
})

it('a wrong password, another folder and a server that is not there are said in words, and asked slowly', async () => {
  const cases = [
    [server.url({ password: 'errada' }), 'O servidor de e-mail recusou o usuário ou a senha da caixa de entrada.'],
    [server.url({ folder: 'Respostas' }), 'A pasta "Respostas" não existe na caixa de e-mail.'],
    [server.url({ port: 1 }), 'O servidor de e-mail não responde.']
  ] as const
  for (const [url, error] of cases) {
    const env = await base(url)
    const { app, source } = await open(env)
    read(app, env)
    await expect.poll(source).toMatchObject({ connected: false, error })
    if (!url.includes('errada')) continue
    const { error_at } = await app.db.everyCompany(trx =>
      trx.selectFrom('mail_sources').select('error_at').executeTakeFirstOrThrow()
    )
    await nothingFor(
      3000,
      async () =>
        (await app.db.everyCompany(trx => trx.selectFrom('mail_sources').select('error_at').executeTakeFirstOrThrow()))
          .error_at,
      error_at
    )
  }
})

test('the pauses grow, longer ones for a password that was refused', () => {
  expect([1, 2, 3, 7, 20].map(n => pauseAfter(n, false))).toEqual([1000, 2000, 4000, 60_000, 60_000])
  expect([1, 2, 5, 20].map(n => pauseAfter(n, true))).toEqual([60_000, 120_000, 900_000, 900_000])
})
