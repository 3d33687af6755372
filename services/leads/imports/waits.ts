import { tooLong, type Wait } from '../../core/waits.ts'
import { importChecked, importConfirmed, importUndone } from './jobs.ts'

/** Imports whose operation, of the check or of the run, is in one of these states. */
const overdue = (operation: 'check_id' | 'operation_id', states: string) => `
  select jsonb_build_object('companyId', i.company_id, 'importId', i.id) as data from operations o
  join imports i on i.company_id = o.company_id and i.${operation} = o.id
  where o.state in (${states}) and o.created_at < now() - ${tooLong}`

export const waits: readonly Wait[] = [
  {
    name: 'importChecks',
    label: 'conferências de importações',
    states: { 'operations.state': ['queued', 'running'] },
    overdue: overdue('check_id', `'queued', 'running'`),
    job: importChecked
  },
  {
    name: 'imports',
    label: 'importações',
    states: { 'operations.state': ['queued', 'running'] },
    overdue: overdue('operation_id', `'queued', 'running'`),
    job: importConfirmed
  },
  {
    name: 'importUndos',
    label: 'importações que são desfeitas',
    states: { 'operations.state': ['undoing'] },
    overdue: overdue('operation_id', `'undoing'`),
    job: importUndone
  }
]
