import type { Trx } from '../../core/db.ts'
import { type FormField, roleOf } from '../forms/rules.ts'
import type {} from '../forms/tables.ts'
import { defaultFunnelName } from '../funnels/rules.ts'
import { listSteps } from '../funnels/steps.ts'
import type { Lookups } from './readCell.ts'
import { plainHeading } from './rules.ts'
import type {} from './tables.ts'

/** Custom fields of all the company's forms, and then those that were made of columns of files. */
export async function customFields(trx: Trx): Promise<FormField[]> {
  const forms = await trx.selectFrom('forms').select('fields').orderBy('created_at').execute()
  const own = forms.flatMap(({ fields }) => fields).filter(({ name }) => !roleOf(name) && name !== 'cnpj')
  const ofForms = new Map(own.map(field => [field.name, field]))
  const columns = await trx
    .selectFrom('column_fields')
    .select(['name', 'label'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  const ofColumns = columns
    .filter(({ name }) => !ofForms.has(name))
    .map(({ name, label }): FormField => ({ id: name, name, label, type: 'text', required: false }))
  return [...ofForms.values(), ...ofColumns]
}

/** The people, tags and fields of the company that a file's texts are matched with. */
export async function readLookups(trx: Trx): Promise<Lookups> {
  const people = await trx.selectFrom('employees').select(['id', 'name', 'email']).where('active', '=', true).execute()
  const tags = await trx.selectFrom('tags').select('name').execute()
  const funnels = await trx.selectFrom('funnels').select(['id', 'name']).execute()
  const steps = await listSteps(trx)
  const owners = new Map<string, string | null>()
  for (const { id, name } of people) {
    const key = plainHeading(name)
    owners.set(key, owners.has(key) ? null : id)
  }
  for (const { id, email } of people) owners.set(plainHeading(email), id).set(id, id)
  return {
    owners,
    funnels: new Set([defaultFunnelName, ...funnels.map(({ name }) => name)].map(plainHeading)),
    steps: [...steps.values()].flatMap(({ key, name, kind, phase, funnelId }) => {
      const funnel = funnels.find(({ id }) => id === funnelId)
      return funnel ? [{ key, name: plainHeading(name), funnel: plainHeading(funnel.name), kind, phase }] : []
    }),
    tags: new Set(tags.map(({ name }) => plainHeading(name))),
    custom: new Map((await customFields(trx)).map(field => [field.name, field]))
  }
}
