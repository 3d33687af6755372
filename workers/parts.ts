import type { WorkerPart } from '../services/core/features.ts'
import { declareFeatures } from '../services/declare.ts'
import { features } from '../services/features.ts'

/** The worker parts of all features, which know of each other what they need. */
export async function loadParts(): Promise<WorkerPart[]> {
  declareFeatures()
  const parts = await Promise.all(features.flatMap(({ worker }) => worker?.() ?? []))
  const claims = parts.flatMap(({ mailClaims = [] }) => mailClaims)
  for (const { receiveClaims } of parts) receiveClaims?.(claims)
  return parts
}
