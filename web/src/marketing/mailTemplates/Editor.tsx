import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MailVariable, MailWarning } from '../../../../services/marketing/mailTemplates/rules.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import type { MailTemplate } from './api.ts'
import { useMailPreview } from './api.ts'
import { BlockList } from './BlockList.tsx'
import { type Draft, headId } from './blocks.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { EditorHead } from './EditorHead.tsx'
import { EditorNotices } from './EditorNotices.tsx'
import { HeadFields } from './HeadFields.tsx'
import { Preview } from './Preview.tsx'
import { useMailDraft } from './useMailDraft.ts'
import { useSave } from './useSave.ts'
import { useSettled } from './useSettled.ts'
import { VariablesContext } from './variables.ts'

type Props = {
  /** Null for a template that is not saved yet. */
  id: string | null
  version: number
  /** Under which name what is not saved is kept. */
  kept: string
  initial: () => Draft
  variables: readonly MailVariable[]
  /** Called once it is saved as a new template. */
  onSaved: (template: MailTemplate) => void
}

/** Where a template is written: its blocks beside the mail that comes of them; one of the two on a phone. */
export function Editor({ id, version, kept, initial, variables, onSaved }: Props) {
  const mail = useMailDraft(kept, version, initial)
  const { draft } = mail
  const saving = useSave(id, mail, onSaved)
  const wide = useMediaQuery('(min-width: 1100px)', { noSsr: true })
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const [leadId, setLeadId] = useState<string | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const { subject, preheader, body } = draft
  const content = useSettled(useMemo(() => ({ subject, preheader, body }), [subject, preheader, body]))
  const preview = useMailPreview(content, leadId)

  function keys(event: KeyboardEvent) {
    // React hands on what is pressed in dialogs too, which have texts of their own.
    if (!event.currentTarget.contains(event.target as Node)) return
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented || !['z', 'y', 's'].includes(key)) return
    event.preventDefault()
    if (key === 's') saving.save()
    else if (key === 'y' || event.shiftKey) mail.redo()
    else mail.undo()
  }

  function point({ block }: MailWarning) {
    setView('edit')
    setSelected(block ?? null)
    // Once it is shown.
    if (block) setTimeout(() => document.getElementById(headId(block))?.focus())
  }

  return (
    <VariablesContext value={variables}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: undo and save work wherever the focus is */}
      <div onKeyDown={keys}>
        <Breadcrumb to="/email?aba=templates" list="E-mail" current={draft.name || 'Sem nome'} recent={id !== null} />
        <EditorHead mail={mail} saving={saving} onDelete={id ? () => setDeleting(true) : undefined} />
        <EditorNotices mail={mail} saving={saving} warnings={preview.data?.warnings ?? []} onPoint={point} />
        {!wide && (
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            value={view}
            aria-label="O que mostrar"
            onChange={(_, chosen: 'edit' | 'preview' | null) => chosen && setView(chosen)}
            sx={{ mb: 2 }}
          >
            <ToggleButton value="edit">Editar</ToggleButton>
            <ToggleButton value="preview">Ver o e-mail</ToggleButton>
          </ToggleButtonGroup>
        )}
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            gridTemplateColumns: wide ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)'
          }}
        >
          {(wide || view === 'edit') && (
            // A new template gets its own address once it is saved: nothing may be typed here that would stay behind.
            <Box
              inert={id === null && saving.busy}
              sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}
            >
              <HeadFields draft={draft} onChange={mail.edit} onAccent={accent => mail.editBody({ accent }, 'accent')} />
              <BlockList
                blocks={body.blocks}
                selected={selected}
                onSelect={setSelected}
                onChange={blocks => mail.editBody({ blocks })}
                onEdit={mail.editBlock}
              />
            </Box>
          )}
          {(wide || view === 'preview') && (
            <Box sx={{ position: wide ? 'sticky' : 'static', top: 72, alignSelf: 'start', minWidth: 0 }}>
              <Preview preview={preview} usual={wide ? 'desktop' : 'phone'} leadId={leadId} onLead={setLeadId} />
            </Box>
          )}
        </Box>
        {deleting && id && (
          <DeleteDialog
            id={id}
            name={draft.name}
            onClose={() => setDeleting(false)}
            onDone={() => {
              mail.forget()
              void navigate('/email?aba=templates')
            }}
          />
        )}
      </div>
    </VariablesContext>
  )
}
