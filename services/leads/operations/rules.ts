import type { CompanyPermission } from '../../account/auth/rules.ts'

/** The kinds of bulk operations. `distribute` assigns to the chosen people in turn. */
export const bulkKinds = ['status', 'owner', 'distribute', 'addTags', 'removeTags', 'task', 'delete'] as const
export type BulkKind = (typeof bulkKinds)[number]

export const bulkPermissions: Record<BulkKind, CompanyPermission> = {
  status: 'edit_leads',
  owner: 'assign_leads',
  distribute: 'assign_leads',
  addTags: 'edit_leads',
  removeTags: 'edit_leads',
  task: 'edit_leads',
  delete: 'delete_leads'
}

export const bulkLabels: Record<BulkKind, string> = {
  status: 'Mudar situação',
  owner: 'Mudar responsável',
  distribute: 'Distribuir entre pessoas',
  addTags: 'Pôr etiquetas',
  removeTags: 'Tirar etiquetas',
  task: 'Criar tarefa',
  delete: 'Excluir leads'
}

/** Leads of one operation. */
export const maxLeads = 200_000

/** Days for which an operation can be undone. */
export const undoDays = 7
export const undoOver = `O prazo de ${undoDays} dias para desfazer acabou.`

/** How many leads kept their owner because the chosen one has left the team. */
export const ownerKept = (n: number): string =>
  `${n.toLocaleString('pt-BR')} ${n === 1 ? 'ficou' : 'ficaram'} com o responsável de antes, porque a pessoa escolhida não está mais ativa`
