import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ical from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import { atEnd } from './end.ts'

/** What a mail server received, in order. */
export type Received = {
  /** The envelope: the sender, which is empty for a mail that nothing comes back of, the first recipient, and all. */
  from: string
  all: string[]
  to: string
  headers: string
  body: string
  text: string
  calendar: string | null
}

/** A mail server; `answer` refuses recipients, and `beforeData` may keep a mail for a while. */
export async function openSmtp(): Promise<{
  url: string
  port: number
  received: Received[]
  refuse: { code: number } | null
  hold: Promise<unknown>
  /** How many mails are kept for a while. */
  held: number
  /** Goes away, and comes back at the same port. */
  leave(): Promise<void>
  comeBack(): Promise<void>
}> {
  const received: Received[] = []
  const make = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo(_address, _session, done) {
        if (!peer.refuse) return done()
        done(Object.assign(new Error('refused by the test'), { responseCode: peer.refuse.code }))
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          peer.held++
          await peer.hold
          peer.held--
          const all = session.envelope.rcptTo.map(({ address }) => address)
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
          received.push({ from, all, ...read(all[0] ?? '', Buffer.concat(chunks).toString('utf8')) })
          done()
        })
      }
    })
  let server = make()
  const listen = async (port: number) => {
    // A client that is killed resets its connection.
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return (server.server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const leave = () => new Promise<void>(resolve => server.close(resolve))
  const peer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    refuse: null as { code: number } | null,
    hold: Promise.resolve() as Promise<unknown>,
    held: 0,
    leave,
    comeBack: async () => {
      server = make()
      await listen(port)
    }
  }
  atEnd(leave)
  return peer
}

/** The parts of a mail as its transfer encodings carry them. */
function read(to: string, raw: string): Omit<Received, 'from' | 'all'> {
  const [headers = ''] = raw.split('\r\n\r\n')
  const part = (type: string) => {
    const at = raw.search(new RegExp(`^Content-Type: ${type}`, 'im'))
    if (at < 0) return null
    const [head = '', ...following] = raw.slice(at).split('\r\n\r\n')
    const content = following.join('\r\n\r\n').split(/\r\n--/)[0] ?? ''
    if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8')
    if (!/quoted-printable/i.test(head)) return content
    const bytes = content
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  return {
    to,
    headers: headers.replace(/\r\n[ \t]+/g, ' '),
    body: raw,
    text: part('text/plain') ?? '',
    calendar: part('text/calendar')
  }
}

/** What two readers make of an iCalendar text, which must be the same. */
export function readCalendar(text: string) {
  expect(text).toMatch(/\r\n$/)
  expect(text).not.toMatch(/[^\r]\n/)
  expect(Math.max(...text.split('\r\n').map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  const root = new ical.Component(ical.parse(text))
  const read = root.getAllSubcomponents('vevent').map(component => {
    const event = new ical.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      status: component.getFirstPropertyValue('status'),
      title: event.summary
    }
  })
  const others = Object.values(nodeIcal.sync.parseICS(text)).filter((each): each is VEvent => each?.type === 'VEVENT')
  expect(
    others.map(({ uid, sequence, start, end, status, summary }) => ({
      uid,
      sequence: Number(sequence),
      start: new Date(start).toISOString(),
      end: end ? new Date(end).toISOString() : '',
      status,
      title: summary
    }))
  ).toEqual(read)
  return { method: root.getFirstPropertyValue('method'), events: read }
}
