import type { Place } from '../core/features.ts'
import { features } from '../features.ts'

/**
 * Every place where personal data of a lead lives, in the order in which it is emptied: a feature refers to those before
 * it, so the last comes first. A test fails for a column that refers to leads and is not here, and for a table of a
 * company that is neither here nor below.
 */
export const places: readonly Place[] = features.toReversed().flatMap(feature => feature.places ?? [])

/** The other tables of a company, as a sentence names them where a contact is still found there. */
export const otherTables: Readonly<Record<string, string>> = Object.assign(
  {},
  ...features.map(feature => feature.tables)
)

/** What a table is called, for people. */
export const placeLabel = (table: string): string =>
  places.find(place => place.table === table)?.label ?? otherTables[table] ?? table
