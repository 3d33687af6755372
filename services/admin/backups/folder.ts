import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { dayAt, wallAt } from '../../core/zones/rules.ts'
import { backupZone, isBackupName, newestFirst } from './rules.ts'

/** Readable by this user alone: a backup has the secrets of the installation. */
export const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false
  )

/** `2026-11-28-0310`: the moment as names of files and folders have it. */
export const stampOf = (at: Date): string =>
  `${dayAt(at.getTime(), backupZone)}-${new Date(wallAt(at.getTime(), backupZone)).toISOString().slice(11, 16).replace(':', '')}`

/** A name that no file of the folder has. */
export async function newName(folder: string, at: Date): Promise<string> {
  const name = (n: number) => `prosa-${stampOf(at)}${n === 1 ? '' : `-${n}`}.backup`
  for (let n = 1; ; n++) if (!(await exists(path.join(folder, name(n))))) return name(n)
}

/** The backups of a folder, the newest first. */
export async function listFiles(folder: string): Promise<string[]> {
  return newestFirst((await readdir(folder).catch(() => [])).filter(isBackupName))
}

/** Removes the partial files of interrupted backups. */
export async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.part')) await rm(path.join(folder, name), { force: true })
}

/** The entry of a renamed file is on the disk when this returns, where the system can say so. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Writes a small file as a whole or not at all. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}.part`
  await writeFile(part, text, { mode: 0o600 })
  await rename(part, file)
}

/** The name that the folder got at its first use: by it processes know whether they see the same one. */
export async function folderId(folder: string): Promise<string> {
  const file = path.join(folder, 'folder.id')
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (kept) return kept
  await makeFolder(folder)
  await replaceFile(file, randomUUID())
  return (await readFile(file, 'utf8')).trim()
}
