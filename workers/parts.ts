import type { WorkerPart } from '../services/core/features.ts'
import { features } from '../services/features.ts'

/** The worker parts of all features. */
export const loadParts = (): Promise<WorkerPart[]> => Promise.all(features.flatMap(({ worker }) => worker?.() ?? []))
