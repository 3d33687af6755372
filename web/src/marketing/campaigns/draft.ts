import { fieldTexts } from '../../../../services/core/rules.ts'
import { type CarrierKind, campaignTexts } from '../../../../services/marketing/campaigns/rules.ts'
import { type TemplateParts, variablesOf } from '../../../../services/messaging/templates/rules.ts'
import { readMoment, writtenAt } from '../../core/moment.ts'
import type { LeadFilter } from '../../leads/leads/filter.ts'
import type { Campaign, NewCampaign, NewMessageCampaign } from './api.ts'

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
  /** The sources of the values of a message's template, by their names as `fieldOf` writes them. */
  values: Record<string, { from: string; fallback: string }>
}

/** The key of a variable in a form, where numbers would be places of a list. */
export const fieldOf = (variable: string): string => `of_${variable}`

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
  hours: 4,
  values: {}
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
  hours: campaign.test?.hours ?? 4,
  values: Object.fromEntries(Object.entries(campaign.values ?? {}).map(([name, value]) => [fieldOf(name), value]))
})

/** The source of a variable where nobody has chosen one. */
export function usualSource(variable: string, example = ''): { from: string; fallback: string } {
  if (/^(primeiro_nome|1)$/.test(variable)) return { from: 'firstName', fallback: 'cliente' }
  if (variable === 'nome') return { from: 'name', fallback: 'cliente' }
  if (variable === 'empresa') return { from: 'company', fallback: 'nossa equipe' }
  return { from: 'text', fallback: example }
}

/** The values of a template's variables as a draft has them. */
export const sourcesOf = (template: TemplateParts & { examples: Record<string, string> }, values: Draft['values']) =>
  Object.fromEntries(
    variablesOf(template).map(name => [name, values[fieldOf(name)] ?? usualSource(name, template.examples[name])])
  )

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

/** The same for a message of a template, whose variables are filled. */
export function messageBodyOf(
  draft: Draft,
  zone: string,
  template: (TemplateParts & { examples: Record<string, string> }) | undefined
): NewMessageCampaign {
  const { subject: _subject, test: _test, ...body } = bodyOf(draft, zone)
  return { ...body, values: template ? sourcesOf(template, draft.values) : {} }
}

/** The faults of a draft which the schema does not know. */
export function faultsOf(
  { name, templateId, tests, subjectB, scheduled, when }: Draft,
  zone: string,
  carrier: CarrierKind
) {
  const at = scheduled ? readMoment(when, zone) : null
  return {
    ...(!name.trim() && { name: fieldTexts.required }),
    ...(!templateId && {
      templateId: carrier === 'email' ? campaignTexts.template : campaignTexts.messageTemplate
    }),
    ...(tests && !subjectB.trim() && { 'test.subject': campaignTexts.subjectB }),
    ...(scheduled && (at === null || at.getTime() <= Date.now()) && { scheduledAt: campaignTexts.past })
  }
}
