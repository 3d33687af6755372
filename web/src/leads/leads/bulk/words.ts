import { type BulkKind, bulkLabels, ownerKept } from '../../../../../services/leads/operations/rules.ts'
import type { Operation } from '../../../../../services/leads/operations/schema.ts'
import { counted, formatNumber } from '../../../core/format.ts'
import { stepsNow } from '../../funnels/steps.ts'

/** The title of an operation. */
export function operationTitle({ kind, params }: Pick<Operation, 'kind' | 'params'>): string {
  const { status, title } = params as { status?: string; title?: string }
  const label = bulkLabels[kind as BulkKind] ?? kind
  if (kind === 'status' && status) return `${label}: ${stepsNow().of(status).name}`
  if (kind === 'task' && title) return `${label}: ${title}`
  return label
}

const leads = (n: number) => counted(n, 'lead', 'leads')

const done: Partial<Record<string, (n: number) => string>> = {
  status: n => `Situação alterada em ${leads(n)}`,
  owner: n => `Responsável alterado em ${leads(n)}`,
  distribute: n => `Responsável alterado em ${leads(n)}`,
  addTags: n => `Etiquetas postas em ${leads(n)}`,
  removeTags: n => `Etiquetas tiradas de ${leads(n)}`,
  task: n => counted(n, 'tarefa criada', 'tarefas criadas'),
  delete: n => counted(n, 'lead excluído', 'leads excluídos')
}

/**
 * The outcome: 'Situação alterada em 312 leads, 4 já estavam assim; 3 tinham sido alterados por outras pessoas'.
 */
export function operationResult({ kind, state, changed, skipped, result, error }: Operation): string {
  const {
    meanwhile = 0,
    inactive = 0,
    incomplete = 0,
    kept = 0,
    keptInactive = 0,
    erased = 0
  } = result as Partial<Record<string, number>>
  if (state === 'failed') return error ?? 'A ação parou no meio. O que já mudou pode ser desfeito.'
  if (state === 'undone') {
    const out = [
      ...(kept > 0 ? [counted(kept, 'lead que foi alterado depois', 'leads que foram alterados depois')] : []),
      ...(keptInactive > 0
        ? [`${counted(keptInactive, 'lead', 'leads')} cujo responsável de antes não está mais na equipe`]
        : []),
      ...(erased > 0 ? [counted(erased, 'que pediu a exclusão dos dados', 'que pediram a exclusão dos dados')] : [])
    ]
    return out.length > 0 ? `Desfeito, menos ${out.join(' e ')}` : 'Desfeito'
  }
  let text = done[kind]?.(changed) ?? counted(changed, 'lead alterado', 'leads alterados')
  const same = skipped - inactive - incomplete
  if (same > 0)
    text +=
      kind === 'delete' || kind === 'task'
        ? `, ${counted(same, 'não existia mais', 'não existiam mais')}`
        : `, ${counted(same, 'já estava assim', 'já estavam assim')}`
  if (inactive > 0) text += `; ${ownerKept(inactive)}`
  if (incomplete > 0) text += `; ${counted(incomplete, 'não tem o que a etapa exige', 'não têm o que a etapa exige')}`
  if (meanwhile > 0)
    text += `; ${counted(meanwhile, 'tinha sido alterado por outra pessoa', 'tinham sido alterados por outras pessoas')}`
  return text
}

/** The progress of an action, in words. */
export function operationProgress({ state, done: sofar, total, changed }: Operation): string {
  if (state === 'queued') return 'Na fila'
  const of = state === 'undoing' ? changed : total
  const what = state === 'undoing' ? 'Desfazendo' : 'Em andamento'
  return `${what}: ${formatNumber(Math.min(sofar, of))} de ${formatNumber(of)}`
}
