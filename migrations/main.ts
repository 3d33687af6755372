import { createFirstAdmin } from '../services/admin/admin/firstAdmin.ts'
import { configureOrExit } from '../services/core/config.ts'
import { openDb } from '../services/core/db.ts'
import { declareFeatures } from '../services/declare.ts'
import { migrate, NewerDatabaseError } from './run.ts'

// `npm run migrate`: migrates the database to this version; the containers run it before they start.
declareFeatures()
const config = configureOrExit(process.env)
try {
  const applied = await migrate(config)
  const db = openDb({ ...config.database, name: 'prosa migrate', max: 2 })
  await createFirstAdmin(db, config).finally(() => db.close())
  console.log(applied.length > 0 ? `passos aplicados: ${applied.join(', ')}` : 'o banco de dados está em dia')
} catch (error) {
  const newer = error instanceof NewerDatabaseError
  const what = error instanceof Error ? error.message : String(error)
  console.error(
    newer ? `${what}: use a versão mais nova do Prosa ou restaure a cópia de segurança feita antes dela` : what
  )
  process.exit(1)
}
