import { campaignTexts } from '../../../../services/marketing/campaigns/rules.ts'
import { readMoment, writtenAt } from '../../core/moment.ts'
import type { LeadFilter } from '../../leads/leads/filter.ts'
import type { Campaign, NewCampaign } from './api.ts'

/** A campaign as it is being written. `when`: what the field of date and time holds; empty for now. */
export type Draft = {
  name: string
  subject: string
  templateId: string
  filter: LeadFilter
  scheduled: boolean
  when: string
  quietHours: boolean
  /** Whether two subjects are tested. */
  tests: boolean
  subjectB: string
  share: number
  hours: number
}

export const emptyDraft = (filter: LeadFilter): Draft => ({
  name: '',
  subject: '',
  templateId: '',
  filter,
  scheduled: false,
  when: '',
  quietHours: true,
  tests: false,
  subjectB: '',
  share: 20,
  hours: 4
})

export const draftOf = (campaign: Campaign, zone: string): Draft => ({
  name: campaign.name,
  subject: campaign.subject,
  templateId: campaign.templateName === null ? '' : (campaign.templateId ?? ''),
  filter: campaign.filter as LeadFilter,
  scheduled: campaign.scheduledAt !== null,
  when: campaign.scheduledAt === null ? '' : writtenAt(new Date(campaign.scheduledAt), zone),
  quietHours: campaign.quietHours,
  tests: campaign.test !== null,
  subjectB: campaign.test?.subject ?? '',
  share: campaign.test?.share ?? 20,
  hours: campaign.test?.hours ?? 4
})

type Errors = Partial<Record<'name' | 'templateId' | 'scheduledAt' | 'test.subject', string>>

/** The campaign to save, or the errors. */
export function readDraft(draft: Draft, zone: string): { campaign: NewCampaign } | { errors: Errors } {
  const { scheduled, when, templateId, tests, subjectB, share, hours, ...rest } = draft
  const at = scheduled ? readMoment(when, zone) : null
  const errors: Errors = {}
  if (!draft.name.trim()) errors.name = 'Este campo é obrigatório'
  if (!templateId) errors.templateId = campaignTexts.template
  if (tests && !subjectB.trim()) errors['test.subject'] = campaignTexts.subjectB
  if (scheduled && (at === null || at.getTime() <= Date.now())) errors.scheduledAt = campaignTexts.past
  if (Object.keys(errors).length > 0) return { errors }
  const test = tests ? { subject: subjectB, share, hours } : null
  return { campaign: { ...rest, templateId, scheduledAt: at?.toISOString() ?? null, test } }
}
