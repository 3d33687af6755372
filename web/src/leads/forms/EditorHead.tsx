import VersionsIcon from '@mui/icons-material/History'
import PublishIcon from '@mui/icons-material/PublishOutlined'
import RedoIcon from '@mui/icons-material/Redo'
import ShareIcon from '@mui/icons-material/Share'
import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { PageHead } from '../../ui/PageHead.tsx'
import { Step } from '../../ui/Step.tsx'
import { still } from '../../ui/still.ts'
import { problemsId } from './EditorNotices.tsx'
import { FormState } from './FormList.tsx'
import type { Draft, SaveState } from './useDraft.ts'
import type { Publishing } from './usePublish.ts'

const saveTexts: Record<SaveState, string> = {
  saved: 'Rascunho salvo',
  waiting: 'Alterações não salvas',
  saving: 'Salvando...',
  failed: 'Não foi possível salvar',
  conflict: 'Alterado em outra janela'
}

type Props = {
  name: string
  version: number
  draft: Draft
  publish: Publishing
  /** Obstacles to publishing are shown below. */
  hindered: boolean
  onPublish: () => void
  onVersions: () => void
  onShare: () => void
}

/** The form's name, how far it is kept and published, and what is done with it as a whole. */
export function EditorHead({ name, version, draft, publish, hindered, onPublish, onVersions, onShare }: Props) {
  return (
    <PageHead
      title={name}
      aside={
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <FormState form={{ version, changed: publish.pending }} />
          <span role="status">{saveTexts[draft.state]}</span>
        </Box>
      }
      actions={
        <>
          <Step label="Desfazer" disabled={!draft.canUndo} onClick={draft.undo}>
            <UndoIcon />
          </Step>
          <Step label="Refazer" disabled={!draft.canRedo} onClick={draft.redo}>
            <RedoIcon />
          </Step>
          <Step label="Versões publicadas" onClick={() => void draft.save().then(kept => kept && onVersions())}>
            <VersionsIcon />
          </Step>
          <Step label="Compartilhar" disabled={version === 0} onClick={onShare}>
            <ShareIcon />
          </Step>
        </>
      }
      primary={
        <Button
          variant="contained"
          startIcon={<PublishIcon />}
          {...still(hindered || publish.busy || !publish.pending || draft.state === 'conflict', onPublish)}
          aria-describedby={hindered ? problemsId : undefined}
        >
          {publish.busy ? 'Publicando...' : 'Publicar'}
        </Button>
      }
    />
  )
}
