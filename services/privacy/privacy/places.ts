import type { Feature, Place } from '../../core/features.ts'

let places: readonly Place[] | undefined
let labels: Readonly<Record<string, string>> = {}

/**
 * Takes the tables that the features declare. Each process calls it with all features before it erases: the list of
 * features contains this one, so this file cannot import it.
 */
export function declarePlaces(features: readonly Feature[]): void {
  places = features.toReversed().flatMap(feature => feature.places ?? [])
  labels = {
    ...Object.assign({}, ...features.map(feature => feature.tables)),
    ...Object.fromEntries(places.map(({ table, label }) => [table, label]))
  }
}

/**
 * Every table with personal data of a lead, in the order in which it is emptied: features refer to those before them,
 * so the last comes first. A test fails for a column that refers to leads and is missing here, and for a company's
 * table that is neither here nor among a feature's other tables. Throws before `declarePlaces`.
 */
export function allPlaces(): readonly Place[] {
  if (!places) throw new Error('no feature has declared where personal data is: call declarePlaces first')
  return places
}

/** The Portuguese name of a table. */
export const placeLabel = (table: string): string => labels[table] ?? table
