import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Type } from '@sinclair/typebox'
import { checkOwnPassword } from '../../account/auth/people.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { publish } from '../../core/jobs.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { backupRequested } from './jobs.ts'
import { findFile, listBackups, readState } from './queries.ts'
import { Backup, BackupParams, BackupState, DownloadRequest } from './schema.ts'

const config = { access: 'staff:manage_backups' as const }

/** Backups of the whole installation. They hold its secrets, hence only global administrators see them. */
export function register(app: App): void {
  const { db } = app
  const { backups } = app.config

  app.get(
    '/api/admin/backups',
    { config, schema: { summary: 'Backups, the newest first', response: { 200: Type.Array(Backup) } } },
    () => listBackups(db, backups)
  )

  app.get(
    '/api/admin/backups/state',
    { config, schema: { summary: 'Whether one is being made, and how', response: { 200: BackupState } } },
    () => readState(db, backups)
  )

  app.post(
    '/api/admin/backups',
    { config, schema: { summary: 'Have a backup made', response: { 202: BackupState } } },
    async (request, reply) => {
      const state = await readState(db, backups)
      if (state.running) throw new AppError('conflict', 'Um backup já está sendo feito. Espere que ele termine.')
      await db.everyCompany(async trx => {
        await publish(trx, backupRequested, {})
        await audit(trx, { ...auditActor(request), companyId: null, action: 'backup.requested' })
      })
      return reply.status(202).send(state)
    }
  )

  app.post(
    '/api/admin/backups/:file/download',
    {
      config,
      schema: {
        summary: 'A backup, for a person who types their password again',
        params: BackupParams,
        body: DownloadRequest
      }
    },
    async (request, reply) => {
      await checkOwnPassword(app, request, 'password', request.body.password)
      const name = request.params.file
      const file = await findFile(backups, name)
      if (!file)
        throw new AppError(
          'notFound',
          'O arquivo não está nesta máquina: copie-o da pasta de backups da máquina do worker.'
        )
      const { size } = await stat(file)
      const object = { type: 'backup', id: name, name }
      await db.everyCompany(trx =>
        audit(trx, { ...auditActor(request), companyId: null, action: 'backup.downloaded', object })
      )
      return reply
        .header('Content-Type', 'application/octet-stream')
        .header('Content-Length', size)
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(createReadStream(file))
    }
  )
}
