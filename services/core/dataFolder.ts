import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { locationText, serves, sharedRoot, stopOrphan } from './embedded.ts'

// A data folder as a whole. Its database may live elsewhere: see `findPlace`.

/** True while `npm start` uses the folder, from its first moment on. */
export function isInUse(dataDir: string): boolean {
  const lock = path.join(dataDir, 'prosa.pid')
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/cmdline`) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.ts')
  } catch {
    return false
  }
}

export const hasDatabase = (dataDir: string): boolean =>
  existsSync(path.join(rootOf(dataDir), 'postgres/data/PG_VERSION'))

const locationFile = 'LOCATION.txt'
const isElsewhere = (dataDir: string): boolean => existsSync(path.join(dataDir, locationFile))

/** The folder of the database, which need not be there. Unlike `findPlace`, it changes nothing. */
const rootOf = (dataDir: string): string => (isElsewhere(dataDir) ? sharedRoot(dataDir) : dataDir)

/** Takes from a folder without a database all that says where one would be. */
export function forgetPlace(dataDir: string): void {
  if (!isElsewhere(dataDir)) return
  rmSync(sharedRoot(dataDir), { recursive: true, force: true })
  rmSync(path.join(dataDir, locationFile))
}

/** The port of the server that runs on the folder; undefined where none does, or not yet. */
export async function portOf(dataDir: string): Promise<number | undefined> {
  const data = path.join(rootOf(dataDir), 'postgres/data')
  const [pid, , , port] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(port) > 0 && (await serves(Number(pid), data)) ? Number(port) : undefined
}

/** Gives a folder that nothing runs on another path. Nothing can come in between, a signal neither. */
export function renameDataFolder(from: string, to: string): void {
  const [root, target] = [sharedRoot(from), sharedRoot(to)]
  const hasRoot = isElsewhere(from) && existsSync(root)
  renameSync(from, to)
  if (!hasRoot) return
  rmSync(target, { recursive: true, force: true })
  renameSync(root, target)
  writeFileSync(path.join(to, locationFile), locationText(target))
}

/** Removes a folder with its database, and ends the server that may run on it. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  const root = rootOf(dataDir)
  await stopOrphan(path.join(root, 'postgres/data'))
  if (root !== dataDir) rmSync(root, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** A secret that is kept in the folder; the given one, or a file's that is there already. */
export function keepSecret(dataDir: string, file: string, secret: string): string {
  const kept = path.join(dataDir, file)
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(kept)) writeFileSync(kept, secret, { mode: 0o600 })
  return readFileSync(kept, 'utf8').trim()
}
