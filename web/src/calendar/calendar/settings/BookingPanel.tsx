import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { BookingSettings } from '../../../../../services/calendar/booking/schema.ts'
import { CopyField } from '../../../ui/CopyField.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useServices } from '../../appointments/api.ts'
import { useBookingPage, useBookingSave } from '../api.ts'

/** The page on which visitors book by themselves. */
export function BookingPanel() {
  const { data: settings, error, refetch } = useBookingPage()
  return (
    <Panel title="Página de agendamento">
      {settings ? (
        <Controls settings={settings} />
      ) : error ? (
        <Failure title="Falha ao carregar a página de agendamento" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={120} aria-label="Carregando a página de agendamento" />
      )}
    </Panel>
  )
}

function Controls({ settings }: { settings: BookingSettings }) {
  const save = useBookingSave()
  const { data: services } = useServices()
  const shown = { ...settings, ...(save.isPending ? save.variables : {}) }
  const set = (change: Partial<BookingSettings>) => !save.isPending && save.mutate(change)
  const link = `${location.origin}/agendar/${settings.slug}`
  const code = `<script async src="${location.origin}/embed.js" data-agenda="${settings.slug}"></script>`
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ color: 'text.secondary' }}>
        Quem abre o endereço escolhe um serviço e um horário livre, preenche o seu formulário e vira um lead.
      </Box>
      <FormControlLabel
        control={<Switch checked={shown.active} onChange={event => set({ active: event.target.checked })} />}
        label="Receber agendamentos por esta página"
      />
      {shown.active && (
        <>
          {settings.warnings.map(({ code, message }) => (
            <Alert key={code} severity="info">
              {message}
            </Alert>
          ))}
          {services?.length === 0 && <Alert severity="warning">Cadastre um serviço para que haja o que agendar.</Alert>}
          <CopyField label="Endereço da página" value={link} />
          <Address key={settings.slug} settings={settings} busy={save.isPending} onSave={set} />
          <CopyField label="Código para o seu site" value={code} />
          <Link href={link} target="_blank" rel="noopener" sx={{ justifySelf: 'start' }}>
            Abrir a página
          </Link>
          <FormControlLabel
            control={<Switch checked={shown.confirms} onChange={event => set({ confirms: event.target.checked })} />}
            label="Confirmar os horários na hora"
          />
          <Welcome key={settings.welcome} settings={settings} busy={save.isPending} onSave={set} />
        </>
      )}
    </Box>
  )
}

/** The last part of the page's address, which the company chooses. */
function Address({ settings, busy, onSave }: WelcomeProps) {
  const [slug, setSlug] = useState(settings.slug)
  return (
    <Box
      component="form"
      onSubmit={event => {
        event.preventDefault()
        onSave({ slug: slug.trim() })
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <TextField
        label="Final do endereço"
        value={slug}
        helperText="Letras minúsculas sem acento, números e hifens. O endereço antigo continua levando à página."
        onChange={event => setSlug(event.target.value.toLowerCase())}
        slotProps={{ htmlInput: { maxLength: 60, spellCheck: false, autoCapitalize: 'none' } }}
      />
      {slug.trim() !== settings.slug && (
        <Button type="submit" variant="outlined" aria-busy={busy} sx={{ justifySelf: 'start' }}>
          Salvar endereço
        </Button>
      )}
    </Box>
  )
}

type WelcomeProps = {
  settings: BookingSettings
  busy: boolean
  onSave: (change: Partial<BookingSettings>) => void
}

function Welcome({ settings, busy, onSave }: WelcomeProps) {
  const [text, setText] = useState(settings.welcome ?? '')
  return (
    <Box
      component="form"
      onSubmit={event => {
        event.preventDefault()
        onSave({ welcome: text.trim() || null })
      }}
      sx={{ display: 'grid', gap: 1 }}
    >
      <TextField
        label="Texto de boas-vindas"
        placeholder="Escolha o melhor horário para a sua visita."
        multiline
        minRows={2}
        value={text}
        onChange={event => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 1000 }, inputLabel: { shrink: true } }}
      />
      {text !== (settings.welcome ?? '') && (
        <Button type="submit" variant="outlined" aria-busy={busy} sx={{ justifySelf: 'start' }}>
          Salvar texto
        </Button>
      )}
    </Box>
  )
}
