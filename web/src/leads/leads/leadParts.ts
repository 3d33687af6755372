import { createContext, useContext } from 'react'
import type { LeadParts } from '../../shell/features.ts'

/** The parts that a feature brings, with its name. */
type Brought = LeadParts & { of: string }

const Parts = createContext<readonly Brought[]>([])

export const LeadPartsProvider = Parts.Provider

/** The parts of features on the page of a lead. */
export const useLeadParts = (): readonly Brought[] => useContext(Parts)
