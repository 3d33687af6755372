import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Conversation } from '../../../services/conversations/schema.ts'
import { PickLead } from '../leads/PickLead.tsx'
import { Undo } from '../ui/Undo.tsx'
import { useConversationChange } from './api.ts'

/** Gives the conversation to another lead, and offers the way back. */
export function LinkButton({ conversation: { id, leadId } }: { conversation: Conversation }) {
  const [picking, setPicking] = useState(false)
  const notify = useNotify()
  const { mutate, mutateAsync } = useConversationChange(id)
  const pick = (other: string) => {
    setPicking(false)
    mutateAsync({ leadId: other }).then(
      ({ name }) =>
        notify(<Undo label={`Conversa vinculada a ${name}`} onUndo={() => mutate({ leadId })} />, {
          type: 'info',
          autoHideDuration: 10_000
        }),
      () => {} // the refusal is reported already
    )
  }
  return (
    <>
      <Button size="small" onClick={() => setPicking(true)} sx={{ ml: -1, mt: 1 }}>
        Vincular a outro lead
      </Button>
      {picking && (
        <PickLead
          title="De qual lead é esta conversa?"
          without={leadId}
          onPick={pick}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
