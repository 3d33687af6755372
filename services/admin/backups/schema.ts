import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Time } from '../../core/schema.ts'

export const Backup = Type.Object({
  file: Type.String(),
  bytes: Type.Integer(),
  createdAt: Time,
  checked: Type.Boolean({ description: 'It was read back whole' }),
  here: Type.Boolean({ description: 'The file is where the API can read it' })
})
export type Backup = Static<typeof Backup>

export const BackupState = Type.Object({
  running: Type.Boolean(),
  folder: Type.String(),
  keepDays: Type.Integer({ description: '0: none is made each night' }),
  encrypted: Type.Boolean(),
  failure: Nullable(Type.Object({ at: Time, message: Type.String() }))
})
export type BackupState = Static<typeof BackupState>

export const BackupParams = Type.Object(
  { file: Type.String({ maxLength: 60, pattern: '^prosa-[\\d-]{15,19}\\.backup$' }) },
  { additionalProperties: false }
)

export const DownloadRequest = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 128 }) },
  { additionalProperties: false }
)

/** The last backup, for the start page of the staff. */
export const LastBackup = Type.Object({
  createdAt: Nullable(Time),
  bytes: Type.Integer(),
  checked: Type.Boolean(),
  stale: Type.Boolean({ description: 'None for two days' }),
  failure: Nullable(Type.String({ description: 'Why none came of the last attempt' }))
})
export type LastBackup = Static<typeof LastBackup>
