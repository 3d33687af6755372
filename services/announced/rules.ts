/** Features that plans already list but that do not exist yet; remove each when it is released. */
const announced = ['E-mail marketing', 'Assistente virtual com a base']

export const isComing = (feature: string): boolean => announced.some(name => feature.includes(name))

/** A plan's feature in Portuguese, with a note where it is still to come. */
export const featureText = (feature: string): string => (isComing(feature) ? `${feature} (em breve)` : feature)
