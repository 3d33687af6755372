import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type TicketCategory,
  type TicketPriority,
  ticketCategories,
  ticketCategoryLabels,
  ticketLimits,
  ticketPriorities,
  ticketPriorityLabels
} from '../../../../services/support/tickets/rules.ts'
import { HttpError, lastFailure } from '../../core/http.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { AttachmentTray } from '../../ui/AttachmentTray.tsx'
import { useKept } from '../../ui/kept.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { useDroppedFiles } from '../../ui/useDroppedFiles.ts'
import { useUploads } from '../../ui/useUploads.ts'
import { ticketUploads, useNewTicket } from './api.ts'
import { FileButton } from './Files.tsx'
import { Related } from './Related.tsx'
import { Suggestions } from './Suggestions.tsx'

type Draft = {
  subject: string
  category: TicketCategory
  priority: TicketPriority
  description: string
  /** Undefined: as the address says. */
  leadId?: string | null
  screen?: string
  context: boolean
}

/** Names the build that this page is of. */
const version = new URL(import.meta.url).pathname.split('/').at(-1)?.slice(0, 60) ?? ''

const empty: Draft = { subject: '', category: 'question', priority: 'normal', description: '', context: false }

/** The form of a new ticket; a draft waits for as long as the tab is open. */
export default function NewTicketPage() {
  const [search] = useSearchParams()
  const [draft, setDraft, forget] = useKept('new ticket', empty)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const leadId = draft.leadId === undefined ? search.get('lead') : draft.leadId
  const screen = draft.screen ?? search.get('tela')?.slice(0, ticketLimits.screen) ?? ''
  const uploads = useUploads(ticketUploads)
  const held = useDroppedFiles(uploads.add)
  // A try that is repeated opens the same ticket; other words are another one.
  const key = useRef(crypto.randomUUID())
  const open = useNewTicket(forget, error => {
    const errors = (error instanceof HttpError && error.body.errors) || {}
    setProblems(errors)
    // A notice shows the errors that no field shows.
    return (
      Object.keys(errors).length > 0 && Object.keys(errors).every(name => name === 'subject' || name === 'description')
    )
  })
  const change = (part: Partial<Draft>) => {
    key.current = crypto.randomUUID()
    setDraft(before => ({ ...before, ...part }))
    setProblems({})
  }

  function send(): void {
    const missing = {
      ...(!draft.subject.trim() && { subject: 'Diga em poucas palavras do que se trata.' }),
      ...(!draft.description.trim() && { description: 'Conte o que aconteceu ou o que você precisa.' })
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0 || !uploads.ready || open.isPending) return
    const { subject, category, priority, description, context } = draft
    const errorId = lastFailure()
    const body = {
      subject: subject.trim(),
      category,
      priority,
      description: description.trim(),
      attachmentIds: uploads.files.map(({ fileId }) => fileId),
      leadId,
      screen: screen || null,
      ...(context && {
        context: { version, browser: navigator.userAgent.slice(0, 300), ...(errorId && { errorId }) }
      })
    }
    open.mutate({ key: key.current, body })
  }

  const field = (name: 'subject' | 'description') => ({
    fullWidth: true,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: name in problems,
    helperText: problems[name]
  })
  return (
    <>
      <Breadcrumb to="/tickets" list="Chamados" current="Novo chamado" recent={false} />
      <PageHead title="Novo chamado" />
      <Card
        component="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
        sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2, maxWidth: 760 }}
      >
        <TextField
          {...field('subject')}
          required
          label="Assunto"
          slotProps={{ htmlInput: { maxLength: ticketLimits.subject } }}
        />
        <Suggestions subject={draft.subject} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextField
            select
            label="Categoria"
            value={draft.category}
            onChange={event => change({ category: event.target.value as TicketCategory })}
          >
            {ticketCategories.map(name => (
              <MenuItem key={name} value={name}>
                {ticketCategoryLabels[name]}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label="Prioridade"
            value={draft.priority}
            onChange={event => change({ priority: event.target.value as TicketPriority })}
            helperText={draft.priority === 'urgent' ? 'Para quando a empresa não consegue atender.' : undefined}
          >
            {ticketPriorities.map(name => (
              <MenuItem key={name} value={name}>
                {ticketPriorityLabels[name]}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        <Related
          leadId={leadId}
          screen={screen}
          onLead={id => change({ leadId: id })}
          onScreen={path => change({ screen: path })}
        />
        <TextField
          {...field('description')}
          required
          multiline
          minRows={6}
          maxRows={20}
          label="Descrição"
          placeholder="O que você tentou, o que esperava e o que aconteceu"
          slotProps={{ htmlInput: { maxLength: ticketLimits.text, dir: 'auto' }, inputLabel: { shrink: true } }}
        />
        {held && (
          <Alert severity="info" icon={false}>
            Solte aqui para anexar.
          </Alert>
        )}
        {uploads.chosen.length > 0 && <AttachmentTray chosen={uploads.chosen} onRemove={uploads.remove} />}
        <FormControlLabel
          control={<Checkbox checked={draft.context} onChange={(_event, context) => change({ context })} />}
          label="Enviar também o navegador, a versão e o código do último erro desta aba"
          slotProps={{ typography: { variant: 'body2' } }}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
          <FileButton onFiles={uploads.add} />
          <Button type="submit" variant="contained" aria-busy={open.isPending} disabled={!uploads.ready}>
            Abrir chamado
          </Button>
        </Box>
      </Card>
    </>
  )
}
