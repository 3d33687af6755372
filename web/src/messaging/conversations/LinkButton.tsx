import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { PickLead } from '../../leads/leads/PickLead.tsx'
import { Undo } from '../../ui/Undo.tsx'
import { useConversationChange, useMergeUndo, useSamePerson, useSplit } from './api.ts'

type Picking = 'link' | 'same'

const titles: Record<Picking, string> = {
  link: 'De qual lead é esta conversa?',
  same: 'Esta pessoa é a mesma que…'
}

/**
 * Says whose conversation it is: another lead's, somebody new's, or that two leads are one person. Each has a way back.
 */
export function LinkButton({ conversation }: { conversation: Conversation }) {
  const { id, leadId, name } = conversation
  const [picking, setPicking] = useState<Picking | null>(null)
  const notify = useNotify()
  const { mutate: change, mutateAsync: link } = useConversationChange(id)
  const split = useSplit(id)
  const merge = useSamePerson(id)
  const { mutate: undoMerge } = useMergeUndo(id)
  const done = (label: string, onUndo: () => void) =>
    notify(<Undo label={label} onUndo={onUndo} />, { type: 'info', autoHideDuration: 10_000 })
  const refused = () => {} // it is reported already
  const back = () => change({ leadId })

  function pick(other: string): void {
    const chosen = picking
    setPicking(null)
    if (chosen === 'link')
      link({ leadId: other }).then(({ name }) => done(`Conversa vinculada a ${name}`, back), refused)
    else
      merge
        .mutateAsync({ leadId: other, otherId: leadId })
        .then(({ merge, lead }) => done(`${name} agora é ${lead.name}`, () => undoMerge(merge.id)), refused)
  }

  function splitOff(): void {
    if (split.isPending) return
    split.mutateAsync(undefined).then(({ name, leadId: made }) => {
      // Nothing of the new lead is left over.
      const takeBack = () => merge.mutate({ leadId, otherId: made })
      done(`A conversa agora é de um lead novo, ${name}`, takeBack)
    }, refused)
  }

  return (
    <>
      <Stack sx={{ alignItems: 'flex-start', ml: -1, mt: 1 }}>
        <Button size="small" onClick={() => setPicking('same')}>
          É a mesma pessoa de…
        </Button>
        <Button size="small" aria-busy={split.isPending} onClick={splitOff}>
          É outra pessoa
        </Button>
        <Button size="small" onClick={() => setPicking('link')}>
          Vincular a outro lead
        </Button>
      </Stack>
      {picking && <PickLead title={titles[picking]} without={leadId} onPick={pick} onClose={() => setPicking(null)} />}
    </>
  )
}
