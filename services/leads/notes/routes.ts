import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { changeNote, createNote, setNoteDeleted, type Writer } from './queries.ts'
import { NewNote, Note, NoteChange } from './schema.ts'

const writerOf = (request: FastifyRequest): Writer => ({
  ...authorOf(request),
  admin: request.user.companyEmployee?.role === 'admin'
})

function orNotFound<T>(note: T | undefined): T {
  if (!note) throw new AppError('notFound', 'Nota não encontrada')
  return note
}

export function register(app: App): void {
  app.post(
    '/api/leads/:id/notes',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Write a note on a lead', params: IdParams, body: NewNote, response: { 201: Note } }
    },
    async (request, reply) => {
      const note = await request.company(trx =>
        createNote(trx, request.companyId(), request.params.id, request.body, authorOf(request))
      )
      if (!note) throw new AppError('notFound', 'Lead não encontrado')
      return reply.status(201).send(note)
    }
  )

  app.put(
    '/api/notes/:id',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Change, pin or unpin a note', params: IdParams, body: NoteChange, response: { 200: Note } }
    },
    async request =>
      orNotFound(
        await request.company(trx =>
          changeNote(trx, request.companyId(), request.params.id, request.body, writerOf(request))
        )
      )
  )

  app.delete(
    '/api/notes/:id',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Delete a note', params: IdParams, response: { 200: Note } }
    },
    async request =>
      orNotFound(
        await request.company(trx =>
          setNoteDeleted(trx, request.companyId(), request.params.id, true, writerOf(request))
        )
      )
  )

  app.post(
    '/api/notes/:id/restore',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Take the deletion of a note back', params: IdParams, response: { 200: Note } }
    },
    async request =>
      orNotFound(
        await request.company(trx =>
          setNoteDeleted(trx, request.companyId(), request.params.id, false, writerOf(request))
        )
      )
  )
}
