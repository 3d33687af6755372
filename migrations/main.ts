import { createFirstAdmin } from '../services/admin/firstAdmin.ts'
import { configureOrExit } from '../services/core/config.ts'
import { openDb } from '../services/core/db.ts'
import { migrate, NewerDatabaseError } from './run.ts'

// `npm run migrate`: migrates the database to this version; the containers run it before they start.
const config = configureOrExit(process.env)
try {
  const applied = await migrate(config)
  const db = openDb({ ...config.database, name: 'prosa migrate', max: 2 })
  await createFirstAdmin(db, config).finally(() => db.close())
  console.log(applied.length > 0 ? `migrated: ${applied.join(', ')}` : 'the database is up to date')
} catch (error) {
  const newer = error instanceof NewerDatabaseError
  const what = error instanceof Error ? error.message : String(error)
  console.error(newer ? `${what}: run the newer version of Prosa, or restore the backup made before the upgrade` : what)
  process.exit(1)
}
