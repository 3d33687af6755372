import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { FailedRecipient, InboundMail, MailClaim } from '../../core/mail.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { jmrpSender } from '../../platform/inboundMail/kinds.ts'
import { readUnsubscribeToken } from '../suppressions/tokens.ts'
import { noteReport, type Report } from './ledger.ts'
import { announceCampaign, pauseOfRefusals } from './moves.ts'
import { readAnswer, readPlainBounce } from './plainBounces.ts'
import { causeOf, type Refusal, refusalOf } from './refusals.ts'
import type { RecipientReason } from './rules.ts'
import { findRecipient, type SignedRecipient, signedRecipient } from './signedRecipients.ts'
import type {} from './tables.ts'
import { noteDecision } from './unsubscribe.ts'

type Place = SignedRecipient & { key: Buffer }

/** Kinds of feedback (RFC 5965, and `opt-out` of its drafts) by which a person says that a mail was not wanted. */
const complaints = ['abuse', 'fraud', 'opt-out']

/** The failure in a report; null where it is none, as a delay or the absence of a person. */
export function readFailure(mail: Pick<InboundMail, 'kind' | 'report' | 'from' | 'subject' | 'text'>): Report | null {
  const { kind, report, from } = mail
  if (kind === 'complaint')
    // Microsoft's have no report that says so.
    return complaints.includes(report?.feedback ?? (from?.address === jmrpSender ? 'abuse' : ''))
      ? { report: 'complained', reason: 'complained', answer: null, dead: false }
      : null
  const failed = readFailed(mail)
  if (!failed) return null
  const reason = reasonOf(failed, !afterData.test(mail.text))
  return { report: 'bounced', reason, answer: failed.diagnostic || failed.status || null, dead: reason === 'mailbox' }
}

/** Postfix, Exim, Sendmail and m-FILTER on a server that took the recipient, and then refused the mail. */
const afterData = /in reply to end of data|after end of data|^>>> data\s{1,4}<<< 550|smtp command\s{1,4}data$/im

/** The recipient who failed, with the words of the report, or of the text beside it where those say more. */
function readFailed(mail: Pick<InboundMail, 'report' | 'from' | 'subject' | 'text'>): FailedRecipient | null {
  const { report, text } = mail
  if (!report?.recipients.length) return readPlainBounce(mail)
  const failed = report.recipients.find(
    ({ action, status }) => action.startsWith('fail') || (action === '' && status.startsWith('5.'))
  )
  if (!failed || causeOf(refusalIn(failed)) !== undefined) return failed ?? null
  const answer = readAnswer(text)
  if (answer === null) return failed
  return { ...failed, ...answer, status: answer.status || failed.status }
}

/** A server that repeats another one's words may say less than they do. */
function refusalIn({ status, diagnostic }: FailedRecipient): Refusal {
  const [, code = '', said = ''] = /(?<![\w.#-])([45]\d\d)[ -](?:([45]\.\d{1,3}\.\d{1,3})\b)?/.exec(diagnostic) ?? []
  const exact = /^\d\.0\.0$/.test(status) || status === '' ? said || status : status
  return { code: Number(code), status: exact, answer: diagnostic }
}

const reasonOf = (failed: FailedRecipient, recipient: boolean): RecipientReason =>
  refusalOf({ ...refusalIn(failed), recipient })

async function claims(mail: InboundMail, { db, config }: { db: Db; config: Config }): Promise<Place | null> {
  // Some servers write as persons do; the words of persons are no failure.
  if (mail.kind === 'ordinary' && readFailure(mail) === null) return null
  const key = await erasureKey(db, config)
  const recipient =
    // A provider sends complaints to the address that was registered with it, and names that of the mail in them.
    (await signedRecipient({ db, config }, 'campaign', [...mail.recipients, mail.report?.returnPath ?? ''])) ??
    (mail.kind === 'complaint' ? await complainedAbout({ db, config }, key, mail.report?.ways ?? []) : null)
  return recipient && { ...recipient, key }
}

/** The recipient of a mail by the ways to unsubscribe and to answer in its headers: each of them is signed. */
async function complainedAbout(
  { db, config }: { db: Db; config: Config },
  key: Buffer,
  ways: readonly string[]
): Promise<SignedRecipient | null> {
  const addresses = ways.map(way => way.replace(/^mailto:/i, '').replace(/\?.*$/s, ''))
  for (const kind of ['campaign', 'unsubscribe', 'answer'] as const) {
    const recipient = await signedRecipient({ db, config }, kind, addresses)
    if (recipient !== null) return recipient
  }
  for (const way of ways) {
    const [, token = ''] = /\/unsubscribe\/([\w-]{96})$/.exec(way) ?? []
    const person = readUnsubscribeToken(key, token)
    if (person !== undefined) return findRecipient(db, person.recipientId)
  }
  return null
}

async function handle(trx: Trx, mail: InboundMail, place: Place): Promise<string> {
  const failure = readFailure(mail)
  if (failure === null) return mail.kind === 'automatic' ? 'automatic' : 'no failure'
  const reported = await noteReport(trx, place, failure)
  if (!reported) return 'repeated'
  const { companyId } = place
  const { campaignId, leadId, address } = reported
  if (failure.report === 'complained' && address !== null) {
    // A complaint withdraws the consent, also where the team lifts the block one day.
    const decision = { granted: false, evidence: 'Marcou o e-mail como spam', ip: null, userAgent: null }
    await noteDecision(trx, companyId, address.trim().toLowerCase(), decision)
  }
  await announceCampaign(trx, companyId, campaignId)
  if (leadId !== null) await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  await pauseOfRefusals(trx, companyId, campaignId)
  return failure.report
}

/** Bounces and complaints of a campaign's mails. */
export const campaignReports: MailClaim<Place> = { name: 'campaign-reports', claims, handle }
