import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { ExternalCalendar } from '../../../../../services/calendar/appointments/schema.ts'
import { formatDateTime } from '../../../core/format.ts'
import { HttpError } from '../../../core/http.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useExternalAdd, useExternalCalendars, useExternalRemoval } from '../api.ts'
import { CaldavAccounts } from './CaldavAccounts.tsx'
import { FileCheck } from './FileCheck.tsx'
import { Row, Rows } from './Row.tsx'
import { Warnings } from './Warnings.tsx'

/** The person's calendars elsewhere, at whose times nothing is booked. */
export function ExternalPanel() {
  const { data: calendars, error, refetch } = useExternalCalendars()
  const removal = useExternalRemoval()
  const [adding, setAdding] = useState(false)
  const zone = useTimeZone()
  return (
    <Panel title="Minhas outras agendas">
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ color: 'text.secondary' }}>
          Os horários ocupados na sua agenda do Google, do Outlook ou do iCloud deixam de ser oferecidos. A equipe vê só
          que você está ocupado.
        </Box>
        {error && !calendars && (
          <Failure title="Falha ao carregar as agendas" error={error} onRetry={() => void refetch()} />
        )}
        {!calendars && !error && <Skeleton variant="rounded" height={48} aria-label="Carregando as agendas" />}
        {calendars && calendars.length > 0 && (
          <Rows>
            {calendars.map(calendar => (
              <Row
                key={calendar.id}
                title={calendar.name}
                detail={<State calendar={calendar} zone={zone} />}
                deleteLabel={`Excluir a agenda ${calendar.name}`}
                onDelete={() => !removal.isPending && removal.mutate(calendar.id)}
              />
            ))}
          </Rows>
        )}
        {adding ? (
          <AddForm onClose={() => setAdding(false)} />
        ) : (
          calendars && (
            <Box>
              <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
                Assinar agenda
              </Button>
              <FileCheck />
            </Box>
          )
        )}
        <CaldavAccounts />
      </Box>
    </Panel>
  )
}

const countOf = (n: number, one: string, many: string) => `${n.toLocaleString('pt-BR')} ${n === 1 ? one : many}`

function State({ calendar, zone }: { calendar: ExternalCalendar; zone: string }) {
  const { host, goodAt, error, times, warnings } = calendar
  const good = goodAt && `Lida em ${formatDateTime(goodAt, zone)}`
  return (
    <>
      {host} · {good ?? (error ? 'Ainda não foi lida' : 'Será lida em instantes')}
      {good && ` · ${countOf(times, 'horário ocupado', 'horários ocupados')}`}
      {error && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {error}
          {good && ' Valem os horários da última leitura.'}
        </Alert>
      )}
      <Warnings warnings={warnings} zone={zone} />
    </>
  )
}

function AddForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const add = useExternalAdd(onClose)
  const fault = add.error instanceof HttpError ? add.error.body.errors?.url : undefined

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() && url.trim() && !add.isPending) add.mutate({ name: name.trim(), url: url.trim() })
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        label="Nome"
        placeholder="Pessoal"
        value={name}
        autoFocus
        onChange={event => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
      />
      <TextField
        label="Endereço iCal"
        placeholder="https://…/basic.ics"
        value={url}
        error={fault !== undefined}
        helperText={fault ?? 'No Google Agenda: Configurações da agenda, “Endereço secreto no formato iCal”.'}
        onChange={event => setUrl(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 2000, inputMode: 'url' }, inputLabel: { shrink: true } }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!name.trim() || !url.trim()} aria-busy={add.isPending}>
          Assinar
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
      </Box>
    </Box>
  )
}
