import domains from 'email-providers/all.json' with { type: 'json' }
import { isCommonFreeMail } from './rules.ts'

const providers = new Set<string>(domains)

/**
 * Whether everybody can have an address at this domain, in A-labels and lower case: it belongs to no company, and its
 * DMARC refuses others' mail.
 */
export const isFreeMail = (domain: string): boolean => isCommonFreeMail(domain) || providers.has(domain)
