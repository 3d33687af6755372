import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { Day, Id, IdParams } from '../../core/schema.ts'
import { findUnstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { archiveForm, createForm, findForm, listForms, notFound, renameForm, saveDraft } from './editor.ts'
import { readFunnel } from './funnel.ts'
import { DraftChange, EditedForm, FormNames, FormRow, FormVersion, Funnel, NewForm, RevisionOnly } from './schema.ts'
import { listVersions, publishForm, restoreVersion } from './versions.ts'

const edits = { access: 'company:edit_form' } as const

const refuseUnstorable = (value: unknown) => {
  const wrong = findUnstorable(value)
  if (wrong !== null) throw invalid({ [wrong]: 'O texto contém caracteres inválidos.' })
}

/** The company's forms, for its own people. */
export function register(app: App): void {
  registerForms(app)
  registerDraft(app)
  registerVersions(app)
  registerFunnel(app)
}

function registerForms(app: App): void {
  app.get(
    '/api/forms',
    {
      config: { access: 'company' },
      schema: { summary: 'Forms of the company', response: { 200: Type.Array(FormRow) } }
    },
    request => request.company(listForms)
  )

  app.post(
    '/api/forms',
    {
      config: edits,
      schema: { summary: 'Begin a form', body: NewForm, response: { 201: Type.Object({ id: Id }) } }
    },
    async (request, reply) => {
      refuseUnstorable(request.body)
      const id = await request.company(trx => createForm(trx, request.companyId(), request.body, auditActor(request)))
      return reply.status(201).send({ id })
    }
  )

  app.get(
    '/api/forms/:id',
    {
      config: edits,
      schema: { summary: 'One form with its draft', params: IdParams, response: { 200: EditedForm } }
    },
    request => request.company(trx => needForm(findForm(trx, request.params.id)))
  )

  app.put(
    '/api/forms/:id',
    {
      config: edits,
      schema: { summary: 'Name a form', params: IdParams, body: FormNames, response: { 200: FormNames } }
    },
    async request => {
      refuseUnstorable(request.body)
      const { id } = request.params
      const done = await request.company(trx => renameForm(trx, request.companyId(), id, request.body))
      if (!done) throw notFound()
      return request.body
    }
  )

  app.delete(
    '/api/forms/:id',
    {
      config: edits,
      schema: { summary: 'Take a form off the air', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await request.company(trx => archiveForm(trx, request.companyId(), request.params.id, auditActor(request)))
      return reply.status(204).send(null)
    }
  )
}

function registerDraft(app: App): void {
  app.put(
    '/api/forms/:id/draft',
    {
      config: edits,
      schema: {
        summary: 'Keep the draft of a form',
        params: IdParams,
        body: DraftChange,
        response: { 200: Type.Object({ revision: Type.Integer() }) }
      }
    },
    async request => {
      refuseUnstorable(request.body)
      const { revision, content } = request.body
      return {
        revision: await request.company(trx =>
          saveDraft(trx, request.params.id, revision, content, auditActor(request))
        )
      }
    }
  )

  app.post(
    '/api/forms/:id/publish',
    {
      config: edits,
      schema: {
        summary: 'Show the draft to visitors',
        params: IdParams,
        body: RevisionOnly,
        response: { 200: Type.Object({ version: Type.Integer() }) }
      }
    },
    async request => {
      const { revision } = request.body
      const publish = publishOf(request, revision)
      return { version: await request.company(publish) }
    }
  )
}

function registerVersions(app: App): void {
  app.get(
    '/api/forms/:id/versions',
    {
      config: edits,
      schema: { summary: 'Published versions of a form', params: IdParams, response: { 200: Type.Array(FormVersion) } }
    },
    request => request.company(trx => listVersions(trx, request.params.id))
  )

  app.post(
    '/api/forms/:id/versions/:version/restore',
    {
      config: edits,
      schema: {
        summary: 'Put a version into the draft',
        params: Type.Object(
          { id: IdParams.properties.id, version: Type.String({ pattern: '^[0-9a-f]{1,24}$' }) },
          { additionalProperties: false }
        ),
        body: RevisionOnly,
        response: { 200: EditedForm }
      }
    },
    request => {
      const { id, version } = request.params
      const number = /^\d{1,8}$/.test(version) ? Number(version) : 0
      return request.company(async trx => {
        await restoreVersion(trx, id, number, request.body.revision, auditActor(request))
        return needForm(findForm(trx, id))
      })
    }
  )
}

function registerFunnel(app: App): void {
  app.get(
    '/api/forms/:id/funnel',
    {
      config: edits,
      schema: {
        summary: 'What became of a form’s visitors',
        params: IdParams,
        querystring: Type.Object(
          { from: Type.Optional(Day), to: Type.Optional(Day) },
          { additionalProperties: false, description: 'Days of the company; the last thirty unless given' }
        ),
        response: { 200: Funnel }
      }
    },
    request => {
      const { from = daysAgo(29), to = daysAgo(0) } = request.query
      return request.company(async trx => {
        const { id, draft, published } = await needForm(findForm(trx, request.params.id))
        return readFunnel(trx, { id, fields: [...draft.fields, ...(published?.fields ?? [])] }, { from, to })
      })
    }
  )
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const publishOf = (request: FastifyRequest, revision: number) => (trx: Parameters<typeof publishForm>[0]) =>
  publishForm(trx, request.companyId(), (request.params as { id: string }).id, revision, auditActor(request))

async function needForm(found: Promise<EditedForm | undefined>): Promise<EditedForm> {
  const form = await found
  if (!form) throw notFound()
  return form
}
