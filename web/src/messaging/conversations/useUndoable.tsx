import { useNotify } from 'react-admin'
import type { ConversationStatus } from '../../../../services/messaging/conversations/rules.ts'
import type { Conversation, ConversationChange } from '../../../../services/messaging/conversations/schema.ts'
import { Undo } from '../../ui/Undo.tsx'
import { useConversationChange } from './api.ts'

const done: Record<ConversationStatus, string> = {
  open: 'Conversa reaberta',
  waiting: 'Conversa aguardando o cliente',
  snoozed: 'Conversa adiada',
  resolved: 'Conversa resolvida'
}

/** Changes where a conversation stands, and offers the way back. */
export function useUndoable({ id, status, snoozedUntil }: Conversation) {
  const notify = useNotify()
  const { mutate, mutateAsync, isPending } = useConversationChange(id)
  const change = (next: ConversationChange) => {
    if (isPending) return
    mutateAsync(next).then(
      saved => {
        const undo = () => mutate({ status, ...(status === 'snoozed' && { snoozedUntil }) })
        notify(<Undo label={done[saved.status]} onUndo={undo} />, { type: 'info', autoHideDuration: 8000 })
      },
      () => {} // the refusal is reported already
    )
  }
  return { change, busy: isPending }
}
