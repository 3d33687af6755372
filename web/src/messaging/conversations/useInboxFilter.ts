import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { cut, idPattern } from '../../../../services/core/rules.ts'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import { type ConversationStatus, conversationStatuses } from '../../../../services/messaging/conversations/rules.ts'
import type {
  Conversation,
  ConversationFilter,
  ConversationFolder
} from '../../../../services/messaging/conversations/schema.ts'

export const folders: readonly { key: string; folder: ConversationFolder; label: string }[] = [
  { key: 'todas', folder: 'all', label: 'Todas' },
  { key: 'nao-lidas', folder: 'unread', label: 'Não lidas' },
  { key: 'minhas', folder: 'mine', label: 'Minhas' },
  { key: 'sem-responsavel', folder: 'unassigned', label: 'Sem responsável' }
]

/** Conversations of every state, the default of a search. */
const everyStatus = 'todas'
type StatusChoice = ConversationStatus | typeof everyStatus

export const statusFilters: Record<StatusChoice, string> = {
  open: 'Abertas',
  waiting: 'Aguardando',
  snoozed: 'Adiadas',
  resolved: 'Resolvidas',
  todas: 'Todas'
}
const statusChoices: readonly StatusChoice[] = [...conversationStatuses, everyStatus]

/** The state that is shown where the address names none. */
const usualStatus = (q: string): StatusChoice => (q ? everyStatus : 'open')

type Values = { pasta: string; situacao: StatusChoice; etiqueta: string; q: string }

/** The parameter of the address that names a message of the conversation that is open. */
const messageParameter = 'mensagem'

/** An address may name anything. */
const idOf = (text: string): string => (new RegExp(idPattern).test(text) ? text : '')

/** The message that the address names, which a search found. */
export function useMessageOfAddress(): string {
  const [search] = useSearchParams()
  return idOf(search.get(messageParameter) ?? '')
}

/** The filter of the list, kept in the address, and functions to change it. */
export function useInboxFilter(kind: ChannelKind) {
  const [search, setSearch] = useSearchParams()
  const text = (name: keyof Values) => search.get(name) ?? ''
  const pasta = folders.find(({ key }) => key === text('pasta'))?.key ?? 'todas'
  const [etiqueta, q] = [idOf(text('etiqueta')), cut(text('q'), 100)]
  const situacao = statusChoices.find(status => status === text('situacao')) ?? usualStatus(q)
  const filter = useMemo((): ConversationFilter => {
    const folder = folders.find(({ key }) => key === pasta)?.folder ?? 'all'
    return {
      channel: kind,
      ...(situacao !== everyStatus && { status: situacao }),
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
          if (value && !(name === 'pasta' && value === 'todas')) next.set(name, value)
          else next.delete(name)
        }
        if (next.get('situacao') === usualStatus(next.get('q') ?? '')) next.delete('situacao')
        return next
      },
      { replace: true }
    )

  /** The address of a conversation, at the message that was found in it; the filter stays. */
  const addressOf = ({ id, match }: Pick<Conversation, 'id' | 'match'>): string => {
    const next = new URLSearchParams(search)
    if (match) next.set(messageParameter, match.messageId)
    else next.delete(messageParameter)
    return `${channelRules[kind].page}/${id}${next.size > 0 ? `?${next}` : ''}`
  }
  return { filter, values: { pasta, situacao, etiqueta, q }, change, addressOf }
}
