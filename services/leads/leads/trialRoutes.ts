import { Type } from '@sinclair/typebox'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { findForm } from '../forms/editor.ts'
import { LeadSubmission } from './schema.ts'
import { checkSubmission } from './submission.ts'

/** A form is tried before it is published: what is sent is checked as a lead of it would be. */
export function register(app: App): void {
  app.post(
    '/api/forms/:id/test',
    {
      config: { access: 'company:edit_form' },
      schema: {
        summary: 'Try the draft: what is sent is checked and not kept',
        params: IdParams,
        body: LeadSubmission,
        response: { 200: Type.Object({ success: Type.Boolean() }) }
      }
    },
    async request => {
      const form = await request.company(trx => findForm(trx, request.params.id))
      if (!form) throw new AppError('notFound', 'Formulário não encontrado')
      const { fields, settings } = form.draft
      checkSubmission(request.body, { fields, settings, today: new Date().toISOString().slice(0, 10) })
      return { success: true }
    }
  )
}
