import { createHash } from 'node:crypto'
import pino from 'pino'
import type { Config } from '../../services/core/config.ts'
import type { Db } from '../../services/core/db.ts'
import type { MailClaim } from '../../services/core/mail.ts'
import { workOffMails } from '../../services/platform/inboundMail/handling.ts'
import { MailReader } from '../../services/platform/inboundMail/reading.ts'
import { storeMails } from '../../services/platform/inboundMail/store.ts'
import { atEnd } from './end.ts'

export const mailEnv = { INBOUND_MAIL_ADDRESS: 'respostas@prosa.example', INBOUND_AUTHSERV_ID: 'mx.prosa.example' }

/** The header by which the installation's own mail server says that the domain of From has sent a mail. */
export const confirmed = { 'Authentication-Results': 'mx.prosa.example; dmarc=pass' }

/** A mail as bytes: headers by their names, and a body. */
export const mailOf = (headers: Record<string, string>, body = 'Olá'): Buffer =>
  Buffer.from(
    [
      ...Object.entries({
        From: 'Ada Souza <ada@example.com>',
        To: mailEnv.INBOUND_MAIL_ADDRESS,
        Subject: 'Pergunta',
        'Message-ID': '<1@example.com>',
        'MIME-Version': '1.0',
        'Content-Type': 'text/plain; charset=utf-8',
        ...headers
      }).map(([name, value]) => `${name}: ${value}`),
      '',
      body
    ].join('\r\n')
  )

/** What a calendar program answers to an invitation. */
export const replyOf = (
  appointmentId: string,
  more: { partstat?: string; sequence?: number; attendee?: string } = {}
) =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    'DTSTART:20300605T170000Z',
    'DTSTAMP:20300101T000000Z',
    `UID:${appointmentId}@prosa`,
    `ATTENDEE;PARTSTAT=${more.partstat ?? 'ACCEPTED'}:mailto:${more.attendee ?? 'Ada@Example.com'}`,
    `SEQUENCE:${more.sequence ?? 0}`,
    'END:VEVENT',
    'END:VCALENDAR',
    ''
  ].join('\r\n')

/** Such an answer as Gmail sends it: words, the calendar part, and the same as a file. */
export function replyMail(
  to: string,
  calendar: string,
  headers: Record<string, string> = {},
  words = 'Ada aceitou o convite.'
): Buffer {
  const part = (type: string, text: string) =>
    [
      '--b1',
      `Content-Type: ${type}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64')
    ].join('\r\n')
  return mailOf(
    { To: to, Subject: 'Aceito: Visita', 'Content-Type': 'multipart/mixed; boundary=b1', ...headers },
    [
      part('text/plain; charset=utf-8', words),
      part('text/calendar; charset=utf-8; method=REPLY', calendar),
      part('application/ics; name="invite.ics"', calendar),
      '--b1--',
      ''
    ].join('\r\n')
  )
}

/** Takes mails in and has them handled, as a worker does; returns the rows of those that are new. */
export function openInbound(db: Db, config: Config, claims: readonly MailClaim[]) {
  const reader = new MailReader(config)
  atEnd(() => reader.close())
  const log = pino({ level: 'silent' })
  const rows = () =>
    db.everyCompany(trx => trx.selectFrom('inbound_mails').selectAll().orderBy('received_at').execute())
  const processMails = (ids: readonly string[]) => workOffMails({ db, config, log, reader, claims }, ids)
  const receive = async (...mails: Buffer[]) => {
    const before = (await rows()).map(({ id }) => id)
    await storeMails(
      db,
      mails.map(raw => ({ source: 'port', raw, size: raw.length }))
    )
    const fresh = async () => (await rows()).filter(({ id }) => !before.includes(id))
    await processMails((await fresh()).map(({ id }) => id))
    return fresh()
  }
  return { rows, processMails, receive, reader }
}

/** Leaves a mail that no feature took, which a worker would make a ticket of while it waits; returns its id. */
export async function leaveMail(db: Db, headers: Record<string, string>, body?: string): Promise<string> {
  const raw = mailOf(headers, body)
  const [, name = '', address = ''] = /^(.*) <(.*)>$/.exec(headers.From ?? 'Ada Souza <ada@example.com>') ?? []
  const read = { subject: headers.Subject ?? 'Pergunta', sender: address, sender_name: name }
  const { id } = await db.everyCompany(trx =>
    trx
      .insertInto('inbound_mails')
      .values({
        source: 'port',
        raw,
        hash: createHash('sha256').update(raw).digest(),
        size: raw.length,
        state: 'unclaimed',
        kind: 'ordinary',
        sender_proof: 'none',
        ...read
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  )
  return id
}
