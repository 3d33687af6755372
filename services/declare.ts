import { declareMoments } from './account/companies/moments.ts'
import { features } from './features.ts'
import { declarePlaces } from './privacy/privacy/places.ts'

/**
 * Hands what all features declare to the features that ask for it, which stand before them and cannot import them. Each
 * process calls it at its start.
 */
export function declareFeatures(): void {
  declareMoments(features)
  declarePlaces(features)
}
