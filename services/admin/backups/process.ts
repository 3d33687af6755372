import os from 'node:os'
import { openDb } from '../../core/db.ts'
import { failureText } from './failure.ts'
import { type BackupSettings, type MadeBackup, makeBackup } from './make.ts'

// A backup of the worker, in a process of its own: see apart.ts.
export type Answer = { made: MadeBackup } | { failure: string }

// Requests of people come first: on a busy machine the reading of the tables slows down instead.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

process.once('message', async (settings: BackupSettings) => {
  const db = openDb({ ...settings.database, name: 'prosa backup', max: 1 })
  const answer: Answer = await makeBackup(db, settings).then(
    made => ({ made }),
    error => ({ failure: failureText(error, settings.backups.folder) })
  )
  await db.close()
  process.send?.(answer, () => process.disconnect())
})
// Also where the worker was killed.
process.once('disconnect', () => process.exit())
