import { readConfig } from '../services/core/config.ts'
import { migrate } from './run.ts'

// `npm run migrate`: brings the database to this version; the containers run it before they start.
const applied = await migrate(readConfig(process.env))
console.log(applied.length > 0 ? `migrated: ${applied.join(', ')}` : 'the database is up to date')
