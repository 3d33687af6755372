import type { LeadParts } from '../../shell/features.ts'
import { Planned } from './Planned.tsx'

/** The parts about appointments on the page of a lead. */
export const leadParts: LeadParts = { Planned }
