import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { loopHeader, loopMark } from '../../core/mail.ts'
import { createNote } from '../../leads/notes/queries.ts'
import { handOverAsItIs, type Outcome } from '../../platform/email/send.ts'
import { rawMail } from '../../platform/inboundMail/store.ts'
import type {} from '../../platform/inboundMail/tables.ts'
import { answersTo, findSender } from '../senders/queries.ts'
import type {} from './tables.ts'

type Passed = { companyId: string; mailId: string; recipientId: string }

/** Headers of an answer that are kept: the encoding of its body, its subject, and its references. */
const kept =
  /^(subject|content-type|content-transfer-encoding|content-language|in-reply-to|references|auto-submitted|precedence):/i

/** Bytes of headers that are read, of which a mail has a few thousand. */
const longestHead = 256 * 1024

/**
 * A mail with its body as it came, byte for byte, under headers of ours: it comes from the installation, as a receiver
 * would refuse one that names another domain (DMARC), and is answered to its author.
 */
export async function underOwnHeaders(
  config: Config,
  raw: Buffer,
  { id, to, name, author }: { id: string; to: string; name: string; author: string | null }
): Promise<Buffer> {
  const [{ default: MimeNode }, { default: parseAddresses }] = await Promise.all([
    import('nodemailer/lib/mime-node'),
    import('nodemailer/lib/addressparser')
  ])
  const [own] = parseAddresses(config.mailFrom, { flatten: true })
  const node = new MimeNode()
  // As objects addresses are taken literally; texts would be parsed as lists.
  node.setHeader('From', { name, address: own?.address ?? '' })
  node.setHeader('To', { name: '', address: to })
  if (author !== null) node.setHeader('Reply-To', { name, address: author })
  // The same for each attempt, so that a duplicate after a crash can be recognised.
  node.setHeader('Message-ID', `<resposta.${id}@${new URL(config.publicUrl).hostname}>`)
  node.setHeader(loopHeader, loopMark(config))
  const { head, body } = apart(raw)
  return Buffer.concat([Buffer.from(`${node.buildHeaders()}\r\n`), head, Buffer.from('\r\n'), body])
}

/** The headers of a mail that are kept, with their line breaks, and its body. */
function apart(raw: Buffer): { head: Buffer; body: Buffer } {
  // Each byte is one character, so that nothing changes.
  const text = raw.subarray(0, longestHead).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)
  const length = end ? end.index : text.length
  const fields = text
    .slice(0, length)
    .replace(/\r\n?/g, '\n')
    .split(/\n(?![ \t])/)
    .filter(field => kept.test(field))
    .map(field => `${field.replaceAll('\n', '\r\n')}\r\n`)
  return { head: Buffer.from(fields.join(''), 'latin1'), body: raw.subarray(length + (end?.[0].length ?? 0)) }
}

/**
 * Passes an answer on to the company's address. Throws where a retry makes sense; what cannot be passed on is said in a
 * note of the lead. May run twice.
 */
export async function passOn(
  { db, config }: { db: Db; config: Config },
  { companyId, mailId, recipientId }: Passed,
  last: boolean
): Promise<Outcome['state'] | 'gone'> {
  if (!config.smtpUrl) return 'gone'
  const mail = await rawMail(db, mailId)
  const scope = { id: companyId, held: true, deleted: true }
  const { sender, lead } = await db.company(scope, async trx => ({
    sender: await findSender(trx),
    lead: await trx
      .selectFrom('campaign_recipients as r')
      .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'r.company_id').onRef('l.id', '=', 'r.lead_id'))
      .select(['l.id', 'l.name', sql<string>`lower(btrim(r.address))`.as('address')])
      .where('r.id', '=', recipientId)
      .executeTakeFirst()
  }))
  // An erased person's mail is gone.
  if (!mail?.raw || !sender) return 'gone'
  const to = answersTo(sender.row)
  const author = mail.sender
  const isLead = author !== null && lead?.address === author.toLowerCase()
  const name = isLead ? lead.name : (author ?? 'Resposta por e-mail')
  const raw = await underOwnHeaders(config, mail.raw, { id: mailId, to, name, author })
  const outcome = await handOverAsItIs(config, to, raw)
  if (outcome.state === 'later' && !last) throw outcome.failure
  if (outcome.state !== 'sent' && lead) {
    const text = `A resposta por e-mail não pôde ser encaminhada para ${to}: ${outcome.error}\n\nO texto está na nota desta resposta. Confira o endereço em E-mail, Remetente.`
    await db.company(scope, trx => createNote(trx, companyId, lead.id, { text }, { id: null, name: 'Prosa' }))
  }
  if (outcome.state === 'later') throw outcome.failure
  return outcome.state
}
