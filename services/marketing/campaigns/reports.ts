import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { FailedRecipient, InboundMail, MailClaim } from '../../core/mail.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { noteReport, type Report } from './ledger.ts'
import { announceCampaign, pauseOfRefusals } from './moves.ts'
import { readPlainBounce } from './plainBounces.ts'
import { mailboxFault, refusalOf } from './refusals.ts'
import type { RecipientReason } from './rules.ts'
import { type SignedRecipient, signedRecipient } from './signedRecipients.ts'
import type {} from './tables.ts'
import { noteDecision } from './unsubscribe.ts'

type Place = SignedRecipient & { key: Buffer }

/** Kinds of feedback (RFC 5965) by which a person says that a mail was not wanted. */
const complaints = ['abuse', 'fraud']

/** The failure in a report; null where it is none, as a delay or the absence of a person. */
export function readFailure(mail: Pick<InboundMail, 'kind' | 'report' | 'from' | 'subject' | 'text'>): Report | null {
  const { kind, report } = mail
  if (kind === 'complaint')
    return complaints.includes(report?.feedback ?? '')
      ? { report: 'complained', reason: 'complained', answer: null, dead: false }
      : null
  const failed = report?.recipients.length
    ? report.recipients.find(({ action }) => action === 'failed')
    : readPlainBounce(mail)
  if (!failed) return null
  const reason = reasonOf(failed)
  return { report: 'bounced', reason, answer: failed.diagnostic || failed.status || null, dead: reason === 'mailbox' }
}

function reasonOf({ status, diagnostic }: FailedRecipient): RecipientReason {
  // A server that repeats another one's words may say less than they do.
  const [, code = '', said = ''] = /^(\d{3})[ -](?:([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(diagnostic) ?? []
  const exact = /^\d\.0\.0$/.test(status) || status === '' ? said || status : status
  const refused = { code: Number(code), status: exact, answer: diagnostic }
  if (exact.startsWith('4.')) return mailboxFault(refused) ?? 'too_late'
  return refusalOf({ ...refused, recipient: true })
}

async function claims(mail: InboundMail, { db, config }: { db: Db; config: Config }): Promise<Place | null> {
  if (mail.kind === 'ordinary') return null
  // A provider sends complaints to the address that was registered with it, and names that of the mail in them.
  const recipient = await signedRecipient({ db, config }, 'campaign', [
    ...mail.recipients,
    mail.report?.returnPath ?? ''
  ])
  return recipient && { ...recipient, key: await erasureKey(db, config) }
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
