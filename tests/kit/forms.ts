import type { App } from '../../services/core/http.ts'
import type { FormField } from '../../services/leads/forms/rules.ts'
import type { Tenant } from './app.ts'

/** Publishes the company's first form with these fields in addition to name, e-mail and phone. */
export async function publishFields(
  app: App,
  who: Tenant,
  fields: Omit<FormField, 'id' | 'required'>[]
): Promise<void> {
  const headers = who.auth
  const [{ id }] = (await app.inject({ url: '/api/forms', headers })).json()
  const form = (await app.inject({ url: `/api/forms/${id}`, headers })).json()
  const own = ['name', 'email', 'phone', 'message']
  const content = {
    ...form.draft,
    fields: [
      ...form.draft.fields.filter(({ name }: FormField) => own.includes(name)),
      ...fields.map(field => ({ id: field.name, required: false, ...field }))
    ]
  }
  const saved = await app.inject({
    method: 'PUT',
    url: `/api/forms/${id}/draft`,
    headers,
    payload: { revision: form.revision, content }
  })
  const published = await app.inject({
    method: 'POST',
    url: `/api/forms/${id}/publish`,
    headers,
    payload: { revision: saved.json().revision }
  })
  if (published.statusCode !== 200) throw new Error(published.body)
}
