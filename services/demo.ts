import { readConfig } from './core/config.ts'
import { openDb } from './core/db.ts'
import { declareFeatures } from './declare.ts'
import { fillDemo } from './demo/demo.ts'

// Fills the demonstration; docs/operations.md says when.
declareFeatures()
const config = readConfig(process.env)
const db = openDb({ ...config.database, name: 'prosa demo' })
await fillDemo(db, config, { leads: Number(process.env.DEMO_LEADS ?? 0) })
await db.close()
