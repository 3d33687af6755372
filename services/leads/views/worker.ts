import { sql } from 'kysely'
import { deleteWhere, inPortions, past } from '../../core/tidy.ts'

export const tidy = { views: inPortions(deleteWhere('lead_views', sql`deleted_at < ${past(1)}`)) }
