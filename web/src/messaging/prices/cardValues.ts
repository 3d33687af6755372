import { type PriceCategory, priceCategories } from '../../../../services/messaging/prices/rules.ts'
import type { NewPriceCard } from '../../../../services/messaging/prices/schema.ts'
import { typedNumber } from '../../ui/Field.tsx'

/** The rules of a card as a form has them. */
export type RuleValues = { freeService: string; utilityCharged: boolean }

export const rulesOf = ({ freeService, utilityCharged }: RuleValues): NonNullable<NewPriceCard['rules']> => ({
  freeServiceMessages: typedNumber(freeService),
  utilityInWindow: utilityCharged ? 'charged' : 'free'
})

/** Decimals with a point, as the API takes them. */
export const pricesOf = (typed: Readonly<Record<PriceCategory, string>>): NewPriceCard['prices'] =>
  Object.fromEntries(
    priceCategories.flatMap(category => {
      const text = typed[category].trim().replace(',', '.')
      return text === '' ? [] : [[category, text]]
    })
  )
