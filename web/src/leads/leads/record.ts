import { kindOf } from '../../../../services/leads/funnels/rules.ts'
import { type LeadFieldName, leadFields } from '../../../../services/leads/leads/fields.ts'
import type { LeadStatus } from '../../../../services/leads/leads/rules.ts'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { withId } from '../../core/record.ts'

const withoutValues = Object.fromEntries(Object.keys(leadFields).map(name => [name, null])) as Record<
  LeadFieldName,
  null
>

const onlyOf = (value: string | null | undefined) =>
  value ? [{ value, label: null, main: true, canMessage: true }] : []

/** A lead as the screens may rely on it, whatever an older or newer server left out. */
export function readLead(raw: Partial<Lead>): Lead {
  return {
    ...withoutValues,
    companyId: '',
    ownerName: null,
    whatsappConversationId: null,
    statusKind: kindOf((raw.status ?? 'new') as LeadStatus),
    statusName: null,
    funnelId: raw.companyId ?? '',
    source: '',
    consentGiven: false,
    consents: {},
    marks: [],
    custom: {},
    tags: [],
    firstContactAt: null,
    statusAt: '',
    version: 0,
    receivedAt: '',
    updatedAt: '',
    ...withId(raw),
    phones: raw.phones ?? onlyOf(raw.phone),
    emails: raw.emails ?? onlyOf(raw.email),
    name: raw.name?.trim() || 'Sem nome',
    status: raw.status ?? 'new'
  }
}
