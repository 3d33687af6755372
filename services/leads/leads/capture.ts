import { inBatches } from '../../core/batches.ts'
import type { Db } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Score } from '../scores/rules.ts'
import { fieldsWith, leadFields } from './fields.ts'
import { personLocks } from './locks.ts'
import { consentText } from './rules.ts'
import type { CheckedLead } from './submission.ts'

/** Where a submission came from, kept with the consent as evidence. */
export type Evidence = { ip: string; userAgent: string | null }

/** The form that was filled in, with the consent texts that it showed. */
export type ShownForm = {
  formId: string | null
  formVersion: number | null
  consentText: string
  whatsappText: string | null
  textVersion: number
  /** The employee who gets the lead. */
  ownerId: string | null
}

/** For a submission that came by none of the company's forms. */
export const noShownForm: ShownForm = {
  formId: null,
  formVersion: null,
  consentText,
  whatsappText: null,
  textVersion: 1,
  ownerId: null
}

/**
 * Leads a month that the company's plan shows, null without a limit; `month` is the first day of the company's month.
 */
type PlanLimit = { leadsPerMonth: number | null; month: string }

export type Submission = {
  companyId: string
  lead: CheckedLead
  evidence: Evidence
  shown: ShownForm
  /** The idempotency key, and a hash that distinguishes a repeated submission from a different one. */
  key: string | null
  hash: string | null
  plan: PlanLimit
  /** The score of a new lead; null where it is scored later. */
  score: Score | { score: null; reasons: [] } | null
}

/** A submission waiting to be stored. */
type Pending = { companyId: string; sent: ReturnType<typeof toRow>; plan: PlanLimit }

/** `mismatched`: its key was used before, for other content, and nothing was stored. */
type Stored = { id: string; mismatched: boolean }

/**
 * Stores a submission and returns the id of its lead: a new one, or the existing one of the same person. A lead beyond
 * the plan's limit is stored too, but held. A submission that repeats a key gets the id of the first one; with other
 * content it throws 422.
 */
type CaptureLead = (submission: Submission) => Promise<string>

/**
 * Call it once for an application: submissions of one company that arrive together are stored in one statement, since
 * most of the cost is per statement.
 */
export function leadCapture(db: Db): CaptureLead {
  const store = inBatches<Pending, Stored>({
    limit: 32,
    runBatch: pending => storeBatch(db, pending, patience),
    runOne: async pending => {
      const [stored] = await storeBatch(db, [pending])
      if (!stored) throw new Error('The database returned no lead')
      return stored
    }
  })
  return async submission => {
    const { companyId, plan } = submission
    const sent = toRow(submission)
    const line = `${companyId} ${plan.month} ${plan.leadsPerMonth}`
    const { id, mismatched } = await store(line, { companyId, sent, plan })
    if (mismatched)
      throw new AppError(
        'mismatch',
        'Este envio já foi recebido com outros dados. Recarregue a página e envie novamente.'
      )
    return id
  }
}

/**
 * Milliseconds that a batch waits for its locks; then its submissions wait one by one, so that one person whose data
 * are being erased, say, does not delay the others.
 */
const patience = 500

/** Stores submissions of one company and plan in one transaction; results are in their order. */
async function storeBatch(db: Db, pending: readonly Pending[], patience?: number): Promise<Stored[]> {
  const [first] = pending
  if (!first) return []
  const { companyId, plan } = first
  const leads = JSON.stringify(pending.map(({ sent }, no) => ({ no, ...sent })))
  const names = pending.flatMap(({ sent: { phone_key: phoneKey, email, key } }) => [
    ...personLocks({ phoneKey, email }),
    ...(key === null ? [] : [`key ${key}`])
  ])
  const inTurn = { names, ...(patience && { patience }) }
  const capture = {
    ...captureLeads,
    values: [companyId, leads, plan.leadsPerMonth === null ? null : plan.month, plan.leadsPerMonth]
  }
  const [result] = await db.companyBatch({ id: companyId, held: true }, [capture], { inTurn })
  db.signal('outbox', 'events')
  const rows: { place: number; lead: string; mismatch: boolean }[] = result?.rows ?? []
  return rows.toSorted((a, b) => a.place - b.place).map(({ lead, mismatch }) => ({ id: lead, mismatched: mismatch }))
}

const captureLeads = {
  name: 'capture-leads',
  text: 'select place, lead, mismatch from capture_leads($1, $2::jsonb, $3::date, $4::integer)'
}

const formFields = fieldsWith('inForm')

/** A submission as the function reads it: the columns of `sent_lead`. */
const toRow = ({ lead, evidence, shown, key, hash, score }: Submission) => ({
  ...Object.fromEntries(formFields.map(name => [leadFields[name].column, lead[name]])),
  email: lead.email,
  phone_key: lead.phoneKey,
  whatsapp_consent: lead.whatsappConsent,
  marks: lead.marks,
  answers: answersOf(lead),
  touch: lead.touch,
  first_touch: lead.firstTouch ?? lead.touch,
  form_id: shown.formId,
  form_version: shown.formVersion,
  consent_text: shown.consentText,
  whatsapp_text: shown.whatsappText,
  text_version: shown.textVersion,
  owner_id: shown.ownerId,
  key,
  hash,
  ip: evidence.ip,
  user_agent: evidence.userAgent,
  score: score?.score ?? null,
  score_reasons: score?.reasons ?? [],
  scored: score !== null,
  // A robot's submission does not count towards the plan's limit.
  weight: lead.marks.includes('bot') ? 0 : 1
})

/** The answers by the names of the form's fields, without empty ones. */
function answersOf(lead: CheckedLead): Record<string, unknown> {
  const { custom, name, email, phone, message, preferredDate, preferredPeriod, preferredTime } = lead
  const standard = { name, email, phone, message, preferredDate, preferredPeriod, preferredTime }
  return { ...Object.fromEntries(Object.entries(standard).filter(([, value]) => value !== null)), ...custom }
}
