/**
 * Promises that the landing page and the plans already name and nobody can use yet, each with the feature of
 * `services/features.ts` that will bring it: a test fails where one is there and still announced.
 */
export const announced = [
  // The articles that the assistant knows are the provider's; a company has none of its own.
  { name: 'Assistente virtual com a base', by: 'knowledge' }
] as const

export const isComing = (feature: string): boolean => announced.some(({ name }) => feature.includes(name))

/** A plan's feature in Portuguese, with a note where it is still to come. */
export const featureText = (feature: string): string => (isComing(feature) ? `${feature} (em breve)` : feature)
