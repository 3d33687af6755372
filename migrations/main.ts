import { configureOrExit } from '../services/core/config.ts'
import { migrate, NewerDatabaseError } from './run.ts'

// `npm run migrate`: brings the database to this version; the containers run it before they start.
const config = configureOrExit(process.env)
try {
  const applied = await migrate(config)
  console.log(applied.length > 0 ? `migrated: ${applied.join(', ')}` : 'the database is up to date')
} catch (error) {
  if (!(error instanceof NewerDatabaseError)) throw error
  console.error(`${error.message}: run the newer version of Prosa, or restore the backup made before the upgrade`)
  process.exit(1)
}
