import type { Lead } from '../../../services/leads/schema.ts'
import { withId } from '../core/record.ts'

/** A lead as the screens may rely on it, whatever an older or newer server left out. */
export function readLead(raw: Partial<Lead>): Lead {
  return {
    companyId: '',
    email: null,
    phone: null,
    cnpj: null,
    company: null,
    message: null,
    ownerId: null,
    ownerName: null,
    source: '',
    valueCents: null,
    preferredDate: null,
    preferredPeriod: null,
    preferredTime: null,
    consentGiven: false,
    consents: {},
    marks: [],
    custom: {},
    tags: [],
    lostReason: null,
    score: null,
    nextTaskAt: null,
    firstContactAt: null,
    lastContactAt: null,
    statusAt: '',
    version: 0,
    submittedAt: null,
    receivedAt: '',
    updatedAt: '',
    ...withId(raw),
    name: raw.name?.trim() || 'Sem nome',
    status: raw.status ?? 'new'
  }
}
