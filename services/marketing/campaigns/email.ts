import { createSecretKey } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { readEmail } from '../../core/emails.ts'
import { AppError } from '../../core/errors.ts'
import { hasNoServer, keepMail } from '../../platform/email/kept.ts'
import { mailLimit, needConfirmed } from '../../platform/email/limit.ts'
import { compileTemplate, maxCounted, renderFor } from '../mailTemplates/render.ts'
import { type MailContent, webLinksOf } from '../mailTemplates/rules.ts'
import type {} from '../mailTemplates/tables.ts'
import { findSender as findCompany, variablesOf } from '../mailTemplates/variables.ts'
import { Delivery, type Handed } from '../senders/delivery.ts'
import { findSender, type SenderWithKeys } from '../senders/queries.ts'
import { senderTexts } from '../senders/rules.ts'
import { hashOf } from '../suppressions/hashes.ts'
import { unsubscribeToken } from '../suppressions/tokens.ts'
import type { Carrier, Outcome, Outlet, Pace, Parts, Recipient } from './carrier.ts'
import { clickTokens, pictureLink } from './clickTokens.ts'
import { type CampaignContent, linksOf, withLinksOf } from './content.ts'
import { openWriter, returnPath } from './message.ts'
import { mailboxFault, refusalOf } from './refusals.ts'
import { campaignTexts } from './rules.ts'

/** Connections to one server at a time. */
const maxConnections = 8

/** Signs of a simple address; what else is none is found when the mail is written. */
const simpleAddress = '^[^[:space:]@<>,;]+@[^[:space:]@<>,;]+[.][^[:space:]@<>,;]+$'

/** E-mail as a carrier of campaigns. */
export const email: Carrier = {
  kind: 'email',
  audience: {
    channel: 'email',
    contact: 'email',
    // An address that may not be written to counts as none.
    address: sql<
      string | null
    >`case when l.emails #>> '{0,canMessage}' = 'false' then null else nullif(btrim(l.email), '') end`,
    key: sql<
      string | null
    >`case when l.emails #>> '{0,canMessage}' = 'false' then null else nullif(btrim(l.email_key), '') end`,
    fits: sql<boolean>`(l.email ~ ${sql.lit(simpleAddress)} and length(l.email) <= 254)`,
    keyOf: address => sql<string>`lower(btrim(${address}))`,
    plain: address => address.trim().toLowerCase(),
    lacking: { none: 'no_address', wrong: 'bad_address' },
    consent: sql<
      'no_consent' | null
    >`case when l.consents -> 'email' ->> 'state' is distinct from 'granted' then 'no_consent' end`
  },
  oncePerTemplate: false,
  asksAgain: false,
  templates: 'email_templates',

  async check(trx, config, companyId) {
    const sender = await findSender(trx)
    if (!sender) throw new AppError('conflict', campaignTexts.noSender)
    await needSending(trx, config.smtpUrl, companyId, sender)
    const { cnpj, address } = await findCompany(trx, companyId)
    if (!cnpj && !address?.trim()) throw new AppError('conflict', campaignTexts.unidentified)
  },

  async perDay(trx, _config, companyId) {
    const sender = await findSender(trx)
    const planLimit = await planLimitOf(trx, companyId)
    return { limit: sender ? paceOf(sender, planLimit).perDay : planLimit }
  },

  async freeze(trx, { before, subjectB, values: _, ...campaign }) {
    const content = await contentOf(trx, campaign)
    // The template may have been given the other subject since.
    if (subjectB === content.subject) throw new AppError('conflict', campaignTexts.sameSubject)
    const uncounted = (await findSender(trx))?.row.tracking === false
    // Nobody would ever know which of them won.
    if (subjectB && uncounted) throw new AppError('conflict', campaignTexts.uncounted)
    const fixed = { ...content, ...(subjectB && { subjectB }), ...(uncounted && { uncounted }) }
    return withLinksOf(fixed, (before ?? null) as CampaignContent | null)
  },

  async open(parts, companyId, hashKey): Promise<Outlet> {
    const { db, config } = parts
    const { sender, company, planLimit } = await db.company(companyId, async trx => {
      const sender = await findSender(trx)
      if (!sender) throw new AppError('conflict', campaignTexts.noSender)
      await needSending(trx, config.smtpUrl, companyId, sender)
      return { sender, company: await findCompany(trx, companyId), planLimit: await planLimitOf(trx, companyId) }
    })
    const { row } = sender
    const hand = row.kept ? keeper(db, companyId) : await server(config, sender)
    // As an object it is read once: with bytes that takes most of the time of a signature, of which a mail has three.
    const key = createSecretKey(hashKey)
    return {
      pace: paceOf(sender, planLimit),
      load: async ({ id, content }) => {
        const { subjectB, uncounted = false, ...first } = content as CampaignContent
        // Switching it off covers campaigns under way too.
        const counts = row.tracking && !uncounted
        const a = await compiledOf(id, first, counts, parts)
        const b = subjectB === undefined ? a : await compiledOf(id, { ...first, subject: subjectB }, counts, parts)
        const numbered = linksOf(first)
        const links = webLinksOf(first.body).slice(0, maxCounted)
        const send = async (recipient: Recipient): Promise<Outcome> => {
          const to = readEmail(recipient.address)
          if (to === null) return { state: 'rejected', reason: 'bad_address', answer: null }
          const hash = hashOf(key, companyId, 'email', recipient.address.trim().toLowerCase())
          const token = unsubscribeToken(key, { companyId, recipientId: recipient.id, hash })
          const unsubscribeUrl = `${config.publicUrl}/unsubscribe/${token}`
          const variables = variablesOf(recipient.person, company)
          const tokenOf = clickTokens(key, { companyId, recipientId: recipient.id })
          const urlOf = (link: number) => `${config.publicUrl}/click/${tokenOf(link)}`
          const counted = links.map(link => [link, numbered.indexOf(link)] as const)
          const counting = {
            // A link without a number keeps its own address, uncounted.
            links: counted.map(([link, n]) => (n < 0 ? link : urlOf(n))),
            picture: urlOf(pictureLink)
          }
          const mail = renderFor(recipient.variant === 'b' ? b : a, {
            variables,
            company,
            unsubscribeUrl,
            ...(counts && { counting })
          })
          return hand.send({ ...mail, to, unsubscribeUrl }, recipient)
        }
        return { send }
      },
      close: () => hand.close()
    }
  }
}

type Written = { subject: string; html: string; text: string; to: string; unsubscribeUrl: string }
type Hand = { send(mail: Written, recipient: Recipient): Promise<Outcome>; close(): void }

/** Signs mails and hands them to the sender's server. */
async function server(config: Config, sender: SenderWithKeys): Promise<Hand> {
  const write = await openWriter(config, sender).catch(cause => {
    throw new AppError('conflict', senderTexts.sealed, { cause })
  })
  const delivery = new Delivery(config, sender.row)
  return {
    send: async (mail, { id, campaignId }) => {
      const raw = await write({ ...mail, id, campaignId, byMail: true })
      return outcomeOf(await delivery.send({ from: returnPath(config, sender.row, id), to: mail.to }, raw))
    },
    close: () => delivery.close()
  }
}

/** Keeps mails on the outbox page, each once. */
const keeper = (db: Db, companyId: string): Hand => ({
  send: async ({ unsubscribeUrl: _, ...mail }, { id, leadId }) => {
    await db.company({ id: companyId, held: true, deleted: true }, trx =>
      keepMail(trx, { ...mail, companyId, cause: `campaign ${id}`, leadId })
    )
    return { state: 'accepted', answer: null }
  },
  close: () => {}
})

/** The mail of a campaign out of its template as it stands. Throws where there is none, or it is empty. */
export async function contentOf(
  trx: Trx,
  { subject, templateId }: { subject: string; templateId: string | null }
): Promise<MailContent> {
  if (templateId === null) throw new AppError('conflict', campaignTexts.template)
  const template = await trx
    .selectFrom('email_templates')
    .select(['subject', 'preheader', 'body'])
    .where('id', '=', templateId)
    .executeTakeFirst()
  if (!template) throw new AppError('conflict', campaignTexts.templateGone)
  const content = { ...template, subject: subject.trim() || template.subject }
  if (!content.subject.trim()) throw new AppError('conflict', campaignTexts.subject)
  if (content.body.blocks.length === 0) throw new AppError('conflict', campaignTexts.empty)
  return content
}

/** Throws where this company may not write to strangers now. */
async function needSending(
  trx: Trx,
  smtpUrl: string | undefined,
  companyId: string,
  { row }: SenderWithKeys
): Promise<void> {
  if (hasNoServer({ smtpUrl }, row) && !row.kept) throw new AppError('conflict', campaignTexts.noServer)
  if (row.proved_at === null) throw new AppError('conflict', campaignTexts.unproved)
  await needConfirmed(trx, companyId)
}

async function planLimitOf(trx: Trx, companyId: string): Promise<number> {
  const { rows } = await sql<{ limit: number }>`
    select ${mailLimit} as "limit" from companies c where c.id = ${companyId}`.execute(trx)
  return rows[0]?.limit ?? 0
}

/** The installation's server takes no more of a company in a day than its plan has; its own takes what it says. */
function paceOf({ row }: SenderWithKeys, planLimit: number): Pace {
  const perDay = row.smtp_host === null ? Math.min(row.per_day ?? planLimit, planLimit) : row.per_day
  return { perSecond: row.per_second, perHour: row.per_hour, perDay, concurrent: maxConnections }
}

type Compiled = Awaited<ReturnType<typeof compileTemplate>>

/** Compiled mails of the campaigns that are being sent: compiling takes a second, and a lane reopens every few. */
const compiled = new Map<string, Promise<Compiled>>()
const maxCompiled = 20

function compiledOf(
  campaignId: string,
  content: MailContent,
  counted: boolean,
  { config }: Pick<Parts, 'config'>
): Promise<Compiled> {
  const key = `${campaignId} ${counted} ${config.publicUrl} ${JSON.stringify(content)}`
  const made = compiled.get(key) ?? compileTemplate(content, config.publicUrl, { counted })
  compiled.delete(key)
  compiled.set(key, made)
  made.catch(() => compiled.delete(key))
  for (const oldest of [...compiled.keys()].slice(0, -maxCompiled)) compiled.delete(oldest)
  return made
}

/** The outcome for the recipient of a server's answer (RFC 3463). */
export function outcomeOf(handed: Handed): Outcome {
  const { answer } = handed
  switch (handed.state) {
    case 'accepted':
    case 'unreachable':
      return { state: handed.state, answer }
    case 'unknown':
      return { state: 'unknown', reason: 'no_answer', answer }
    case 'later':
      return { state: 'later', reason: handed.command === 'sender' ? null : mailboxFault(handed), answer }
    case 'broken':
      return { state: 'later', broken: true, answer }
    case 'refused':
      if (handed.command === 'sender') return { state: 'stopped', problem: campaignTexts.refusedSender, answer }
      return { state: 'rejected', reason: refusalOf({ ...handed, recipient: handed.command === 'recipient' }), answer }
  }
}
