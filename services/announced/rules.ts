/** Features that plans name and that are not there yet; each goes from here when it comes. */
const announced = ['WhatsApp', 'Instagram', 'Agenda on-line', 'E-mail marketing']

export const isComing = (feature: string): boolean => announced.some(name => feature.includes(name))

/** A feature of a plan in a sentence, with word of it where it is not there yet. */
export const featureText = (feature: string): string => (isComing(feature) ? `${feature} (em breve)` : feature)
