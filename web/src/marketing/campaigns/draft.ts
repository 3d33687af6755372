import { fieldTexts } from '../../../../services/core/rules.ts'
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

/** The request that a draft means. */
export function bodyOf(draft: Draft, zone: string): NewCampaign {
  const { name, subject, filter, quietHours, scheduled, when, templateId, tests, subjectB, share, hours } = draft
  const at = scheduled ? readMoment(when, zone) : null
  const test = tests ? { subject: subjectB, share, hours } : null
  return {
    name,
    subject,
    filter,
    quietHours,
    templateId: templateId || null,
    scheduledAt: at?.toISOString() ?? null,
    test
  }
}

/** The faults of a draft which the schema does not know. */
export function faultsOf({ name, templateId, tests, subjectB, scheduled, when }: Draft, zone: string) {
  const at = scheduled ? readMoment(when, zone) : null
  return {
    ...(!name.trim() && { name: fieldTexts.required }),
    ...(!templateId && { templateId: campaignTexts.template }),
    ...(tests && !subjectB.trim() && { 'test.subject': campaignTexts.subjectB }),
    ...(scheduled && (at === null || at.getTime() <= Date.now()) && { scheduledAt: campaignTexts.past })
  }
}
