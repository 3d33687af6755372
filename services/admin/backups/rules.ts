import { dayAt, wallAt } from '../../core/zones/rules.ts'

/** The clock of the nightly backup and of the names of files. */
export const backupZone = 'America/Sao_Paulo'

/** The hour at which the nightly backup is due. */
export const backupHour = 3

/** Days without a backup after which staff are warned. */
export const staleDays = 2

/** However few days are kept, so many backups are. */
export const fewestKept = 2

const namePattern = /^prosa-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(?:-(\d{1,3}))?\.backup$/

export const isBackupName = (name: string): boolean => namePattern.test(name)

/** The day in the name of a file, yyyy-MM-dd. */
export const dayOfName = (name: string): string => namePattern.exec(name)?.[1] ?? ''

/** Sorts names by the time in them, the newest first. */
export const newestFirst = (names: readonly string[]): string[] => {
  const key = (name: string) => {
    const [, day, hour, minute, number = '1'] = namePattern.exec(name) ?? []
    return `${day} ${hour}${minute} ${number.padStart(3, '0')}`
  }
  return names.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
}

/**
 * The files that are no longer kept: those of all but the last so many days that have a backup. Counted by their days
 * rather than by age, so that a clock that jumps removes none.
 */
export function expired(names: readonly string[], keepDays: number): string[] {
  const sorted = newestFirst(names.filter(isBackupName))
  const days = new Set([...new Set(sorted.map(dayOfName))].slice(0, Math.max(1, keepDays)))
  return sorted.filter((name, n) => n >= fewestKept && !days.has(dayOfName(name)))
}

export const sizeText = (bytes: number): string =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : bytes < 1_073_741_824
      ? `${Math.round(bytes / 1_048_576)} MB`
      : `${(bytes / 1_073_741_824).toFixed(1).replace('.', ',')} GB`

/** `hoje, 03:00`, `ontem, 03:00`, `26/11, 03:00`. */
export function whenText(at: string, now = Date.now()): string {
  const moment = Date.parse(at)
  const time = new Date(wallAt(moment, backupZone)).toISOString().slice(11, 16)
  const day = dayAt(moment, backupZone)
  if (day === dayAt(now, backupZone)) return `hoje, ${time}`
  if (day === dayAt(now, backupZone, -1)) return `ontem, ${time}`
  return `${day.slice(8)}/${day.slice(5, 7)}, ${time}`
}

/** The last backup as the staff's start page describes it. */
export function lastBackupText(
  last: { createdAt: string | null; bytes: number; checked: boolean },
  now = Date.now()
): string {
  if (last.createdAt === null) return 'Ainda não há nenhum backup'
  const checked = last.checked ? 'conferido' : 'não conferido'
  return `Último backup: ${whenText(last.createdAt, now)} · ${sizeText(last.bytes)} · ${checked}`
}
