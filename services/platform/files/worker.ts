import { sql } from 'kysely'
import { deleteWhere, inPortions } from '../../core/tidy.ts'

export const tidy = { files: inPortions(deleteWhere('files', sql`expires_at < now()`)) }
