import type { Place } from '../../core/features.ts'
import { features } from '../../features.ts'

/**
 * Every table with personal data of a lead, in the order in which it is emptied: features refer to those before them,
 * so the last comes first. A test fails for a column that refers to leads and is missing here, and for a company's
 * table that is neither here nor below.
 */
export const places: readonly Place[] = features.toReversed().flatMap(feature => feature.places ?? [])

/** The other tables, each with the Portuguese name used where a contact is still found there. */
export const otherTables: Readonly<Record<string, string>> = Object.assign(
  {},
  ...features.map(feature => feature.tables)
)

/** The Portuguese name of a table. */
export const placeLabel = (table: string): string =>
  places.find(place => place.table === table)?.label ?? otherTables[table] ?? table
