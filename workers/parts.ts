import type { WorkerPart } from '../services/core/features.ts'
import { features } from '../services/features.ts'

/** What every feature has to do in a worker. */
export const loadParts = (): Promise<WorkerPart[]> => Promise.all(features.flatMap(({ worker }) => worker?.() ?? []))
