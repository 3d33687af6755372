import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useTemplateDelete } from './api.ts'

type Props = { id: string; name: string; onClose: () => void; onDone: () => void }

/** Asks before a template is deleted, which cannot be taken back. */
export function DeleteDialog({ id, name, onClose, onDone }: Props) {
  const remove = useTemplateDelete(() => {
    onClose()
    onDone()
  })
  return (
    <ConfirmDialog
      title={`Excluir “${name}”?`}
      action="Excluir"
      busy={remove.isPending}
      onClose={onClose}
      onDo={() => remove.mutate(id)}
    >
      O modelo não poderá ser recuperado. E-mails que já foram enviados não mudam.
    </ConfirmDialog>
  )
}
