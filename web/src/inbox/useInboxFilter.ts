import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ChannelKind } from '../../../services/channels/rules.ts'
import { type ConversationStatus, conversationStatuses } from '../../../services/conversations/rules.ts'
import type { ConversationFilter, ConversationFolder } from '../../../services/conversations/schema.ts'
import { cut, idPattern } from '../../../services/core/rules.ts'

export const folders: readonly { key: string; folder: ConversationFolder; label: string }[] = [
  { key: 'todas', folder: 'all', label: 'Todas' },
  { key: 'minhas', folder: 'mine', label: 'Minhas' },
  { key: 'sem-responsavel', folder: 'unassigned', label: 'Sem responsável' },
  { key: 'nao-lidas', folder: 'unread', label: 'Não lidas' }
]

export const statusFilters: Record<ConversationStatus, string> = {
  open: 'Abertas',
  waiting: 'Aguardando',
  snoozed: 'Adiadas',
  resolved: 'Resolvidas'
}

type Values = { pasta: string; situacao: ConversationStatus; etiqueta: string; q: string }

/** An address may name anything. */
const idOf = (text: string): string => (new RegExp(idPattern).test(text) ? text : '')

/** What the list shows, as the address names it, and how to change that. */
export function useInboxFilter(kind: ChannelKind) {
  const [search, setSearch] = useSearchParams()
  const text = (name: keyof Values) => search.get(name) ?? ''
  const pasta = folders.find(({ key }) => key === text('pasta'))?.key ?? 'todas'
  const situacao = conversationStatuses.find(status => status === text('situacao')) ?? 'open'
  const [etiqueta, q] = [idOf(text('etiqueta')), cut(text('q'), 100)]
  const filter = useMemo((): ConversationFilter => {
    const folder = folders.find(({ key }) => key === pasta)?.folder ?? 'all'
    return {
      channel: kind,
      status: situacao,
      ...(folder !== 'all' && { folder }),
      ...(etiqueta && { tag: etiqueta }),
      ...(q && { q })
    }
  }, [kind, pasta, situacao, etiqueta, q])

  const change = (values: Partial<Values>) =>
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value && value !== 'todas' && value !== 'open') next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true }
    )
  return { filter, values: { pasta, situacao, etiqueta, q }, change, search: search.toString() }
}
