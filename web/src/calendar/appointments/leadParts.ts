import type { LeadParts } from '../../shell/features.ts'
import { Planned } from './Planned.tsx'

/** What the page of a lead shows of its appointments. */
export const leadParts: LeadParts = { Planned }
