import { fork } from 'node:child_process'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { BackupError } from './failure.ts'
import type { BackupSettings, MadeBackup } from './make.ts'
import type { Answer } from './process.ts'

/** TypeScript when run from the sources, else the built file. */
const entry = import.meta.url.endsWith('.ts')
  ? path.join(import.meta.dirname, 'process.ts')
  : path.join(findPackageJSON(import.meta.url) ?? '', '../dist/services/backup.js')

/**
 * Makes a backup in a process of lower priority, so that visitors and jobs hardly notice: in the worker itself,
 * capture's p99 doubled (docs/decisions/0041-backup.md). Throws a `BackupError` that says why none came of it.
 */
export function makeApart({ database, secret, previousSecret, backups }: BackupSettings): Promise<MadeBackup> {
  const child = fork(entry, {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  const settings: BackupSettings = { database, secret, previousSecret, backups }
  return new Promise((resolve, reject) => {
    child.once('message', answer => {
      const done = answer as Answer
      if ('made' in done) resolve(done.made)
      else reject(new BackupError(done.failure))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new BackupError(`O backup terminou antes do fim (${signal ?? code}). Tente de novo.`))
    )
    // The failure is that of its end.
    child.send(settings, () => {})
  })
}
