import { type FieldWith, fieldsWith, leadFields } from '../leads/fields.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * The columns of an export, with headings that an import recognises. Custom fields are named `custom:` and the field's
 * name.
 */
export const exportColumns = Object.fromEntries(
  fieldsWith('exported').flatMap(name => [
    ...(name === 'status' ? [['funnel', 'Funil']] : []),
    [leadFields[name].exported, leadFields[name].label]
  ])
) as Record<ExportColumn, string>
export type ExportColumn = (typeof leadFields)[FieldWith<'exported'>]['exported'] | 'funnel'

export const usualColumns: readonly ExportColumn[] = [
  'name',
  'email',
  'phone',
  'cnpj',
  'status',
  'source',
  'owner',
  'tags',
  'receivedAt',
  'lastContactAt',
  'message'
]

/** Days for which an export can be downloaded. */
export const exportDays = 1
