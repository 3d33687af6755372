import { useQuery } from '@tanstack/react-query'
import type { HandOver } from '../../../services/chat/schema.ts'
import { call, everything, read, useWrite } from '../ui/data.ts'

const path = '/api/admin/conversations'

export const useConversation = (id: string) =>
  useQuery(read<HandOver>(`${path}/${encodeURIComponent(id)}`, ['conversations', id]))

/** Takes a conversation, where it is still with whom it is shown to be. */
export const useTaking = (id: string) =>
  useWrite({
    write: (from: string | null) => call('POST', `${path}/${id}/take`, { from }),
    done: 'Você assumiu a conversa',
    refreshes: everything
  })

export const useConclusion = (id: string) =>
  useWrite({
    write: () => call('POST', `${path}/${id}/conclude`),
    done: 'Conversa concluída',
    refreshes: everything
  })
