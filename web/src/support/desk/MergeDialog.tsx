import { useState } from 'react'
import { Ask } from '../../ui/Ask.tsx'
import { type DeskRow, type DeskTicket, useMerge } from './api.ts'
import { PickTicket } from './PickTicket.tsx'

/** Makes a ticket a part of another one of the same company; both numbers lead there. */
export function MergeDialog({
  ticket: { id, number, companyId },
  onClose
}: {
  ticket: DeskTicket
  onClose: () => void
}) {
  const [into, setInto] = useState<DeskRow | null>(null)
  const merge = useMerge(id)
  return (
    <Ask
      open
      title={`Unir o chamado #${number}`}
      action="Unir"
      busy={into === null || merge.isPending}
      onClose={onClose}
      onSubmit={() => into && merge.mutate(into.id)}
    >
      <span>
        As mensagens, os arquivos e as notas passam para o outro chamado. Quem abrir #{number} é levado até ele.
      </span>
      <PickTicket label="Unir a" value={into} onChange={setInto} companyId={companyId} without={[id]} />
    </Ask>
  )
}
