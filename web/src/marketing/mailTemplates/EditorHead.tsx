import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import RedoIcon from '@mui/icons-material/Redo'
import UndoIcon from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import { PageHead } from '../../ui/PageHead.tsx'
import { Step } from '../../ui/Step.tsx'
import { still } from '../../ui/still.ts'
import type { MailDraft } from './useMailDraft.ts'
import type { Saving } from './useSave.ts'

type Props = { mail: MailDraft; saving: Saving; onDelete: (() => void) | undefined }

/** The template's name, whether it is saved, and what is done with it as a whole. */
export function EditorHead({ mail, saving, onDelete }: Props) {
  const state = saving.busy ? 'Salvando...' : mail.dirty || !onDelete ? 'Alterações não salvas' : 'Salvo'
  return (
    <PageHead
      title={mail.draft.name || 'Sem nome'}
      aside={<span role="status">{state}</span>}
      actions={
        <>
          <Step label="Desfazer" disabled={!mail.canUndo} onClick={mail.undo}>
            <UndoIcon />
          </Step>
          <Step label="Refazer" disabled={!mail.canRedo} onClick={mail.redo}>
            <RedoIcon />
          </Step>
          {onDelete && (
            <Step label="Excluir modelo" onClick={onDelete}>
              <DeleteIcon />
            </Step>
          )}
        </>
      }
      primary={
        <Button variant="contained" {...still(saving.busy || (!mail.dirty && onDelete !== undefined), saving.save)}>
          {saving.busy ? 'Salvando...' : 'Salvar'}
        </Button>
      }
    />
  )
}
