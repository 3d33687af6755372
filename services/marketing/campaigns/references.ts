import type {} from '../../account/employees/tables.ts'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import type { LeadFilterQuery } from '../../leads/leads/schema.ts'
import type {} from '../../leads/tags/tables.ts'
import type {} from '../../messaging/templates/tables.ts'
import type {} from '../mailTemplates/tables.ts'
import type { Carrier } from './carrier.ts'
import type {} from './tables.ts'

type References = { templateId: string | null; filter: LeadFilterQuery }

const texts = {
  templateId: 'Este modelo não existe mais. Escolha outro.',
  'filter.owner': 'Um responsável do filtro não existe mais. Tire-o do público.',
  'filter.tag': 'Uma etiqueta do filtro não existe mais. Tire-a do público.',
  'filter.emailCampaign': 'Uma campanha do filtro não existe mais. Tire-a do público.'
} as const

/** Throws 400 for each field of a campaign that names what its company does not have. */
export async function checkReferences(
  trx: Trx,
  { templates }: Pick<Carrier, 'templates'>,
  { templateId, filter }: References
): Promise<void> {
  const missing = async (table: Carrier['templates'] | 'employees' | 'tags' | 'campaigns', ids: readonly string[]) => {
    if (ids.length === 0) return false
    const found = await trx.selectFrom(table).select('id').where('id', 'in', ids).execute()
    return found.length < new Set(ids).size
  }
  const listOf = (value: string | string[] | undefined) => [value ?? []].flat()
  const owners = listOf(filter.owner).filter(owner => owner !== '' && owner !== 'me' && owner !== 'none')
  const faults = {
    templateId: await missing(templates, templateId === null ? [] : [templateId]),
    'filter.owner': await missing('employees', owners),
    'filter.tag': await missing('tags', listOf(filter.tag)),
    'filter.emailCampaign': await missing('campaigns', listOf(filter.emailCampaign))
  }
  const errors = Object.entries(texts).filter(([field]) => faults[field as keyof typeof faults])
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}
