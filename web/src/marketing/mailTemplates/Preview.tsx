import DesktopIcon from '@mui/icons-material/DesktopWindows'
import TextIcon from '@mui/icons-material/NotesOutlined'
import PhoneIcon from '@mui/icons-material/Smartphone'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useStore } from 'react-admin'
import { clippedAt } from '../../../../services/marketing/mailTemplates/rules.ts'
import { PickLead } from '../../leads/leads/PickLead.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { MailFrame } from '../../ui/MailFrame.tsx'
import type { MailPreview } from './api.ts'

export type Look = 'desktop' | 'phone' | 'text'

type Props = {
  preview: { data: MailPreview | undefined; error: Error | null; refetch: () => unknown }
  /** The lead whose mail is shown; null for an example. */
  leadId: string | null
  /** Shown first until somebody chooses. */
  usual: Look
  onLead: (id: string | null) => void
}

/** The mail as somebody will get it. */
export function Preview({ preview: { data: mail, error, refetch }, leadId, usual, onLead }: Props) {
  const [look, setLook] = useStore<Look>('mailTemplates.look', usual)
  const [picking, setPicking] = useState(false)
  return (
    <Box
      component="section"
      aria-label="Prévia"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 0.5, color: 'text.secondary' }}>
          <span>Como {mail ? <b>{mail.person}</b> : 'a pessoa'} vai ver.</span>
          <Button size="small" onClick={() => setPicking(true)}>
            Escolher um lead
          </Button>
          {leadId && (
            <Button size="small" onClick={() => onLead(null)}>
              Usar um exemplo
            </Button>
          )}
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={look}
          aria-label="Como mostrar"
          onChange={(_, chosen: Look | null) => chosen && setLook(chosen)}
        >
          <ToggleButton value="desktop" aria-label="Computador" title="Computador">
            <DesktopIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="phone" aria-label="Celular" title="Celular">
            <PhoneIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="text" aria-label="Só texto" title="Só texto">
            <TextIcon fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {error && mail && <Alert severity="error">A prévia está parada: {error.message}</Alert>}
      {error && !mail && <Failure title="Falha ao montar a prévia" error={error} onRetry={() => void refetch()} />}
      {mail && (
        <>
          <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, px: 2, py: 1.25, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 600 }}>{mail.subject || 'Sem assunto'}</Box>
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{mail.preheader}</Box>
          </Box>
          {look === 'text' ? (
            <Box
              component="pre"
              tabIndex={0}
              aria-label="E-mail só com texto"
              sx={{ ...shown, m: 0, p: 2, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {mail.text}
            </Box>
          ) : (
            <MailFrame html={mail.html} width={look === 'phone' ? 360 : 640} sx={shown} />
          )}
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {Math.ceil(mail.bytes / 1024)} KB de {clippedAt / 1024} KB que o Gmail mostra por inteiro.
          </Box>
        </>
      )}
      {picking && (
        <PickLead
          title="De quem é o e-mail?"
          without=""
          onClose={() => setPicking(false)}
          onPick={id => {
            setPicking(false)
            onLead(id)
          }}
        />
      )}
    </Box>
  )
}

const shown = {
  height: 'clamp(420px, calc(100dvh - 320px), 900px)',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper'
} as const
