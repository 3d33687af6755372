import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import {
  type AppointmentMove,
  channelLabels,
  moves,
  originLabels,
  restorable,
  statusLabels
} from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment, SeriesScope } from '../../../../services/calendar/appointments/schema.ts'
import { formatDateTime } from '../../core/format.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { AppointmentForm } from './AppointmentForm.tsx'
import { type FreeSlot, slotsOf, useAppointmentChange } from './api.ts'
import { ClassPart } from './ClassPart.tsx'
import { ScopeField } from './ScopeField.tsx'
import { useMoves } from './useMoves.tsx'
import { reminderText, spanText, statusTones } from './words.ts'

type Props = { appointment: Appointment; onClose: () => void }

/** An appointment: what it is, and what can be done with it. */
export function AppointmentDialog({ appointment, onClose }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 599px)')
  const [changing, setChanging] = useState(false)
  const [ending, setEnding] = useState<Ending>()
  if (ending)
    return <Reason appointment={appointment} ending={ending} onDone={onClose} onCancel={() => setEnding(undefined)} />
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone && changing} aria-labelledby={id}>
      <DialogTitle
        id={id}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}
      >
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {appointment.title}
        </Box>
        <Tag tone={statusTones[appointment.status]}>{statusLabels[appointment.status]}</Tag>
      </DialogTitle>
      {changing ? (
        <Change appointment={appointment} onDone={onClose} onCancel={() => setChanging(false)} />
      ) : (
        <Shown appointment={appointment} onChange={() => setChanging(true)} onEnd={setEnding} onClose={onClose} />
      )}
    </Dialog>
  )
}

type ChangeProps = { appointment: Appointment; onDone: () => void; onCancel: () => void }

function Change({ appointment, onDone, onCancel }: ChangeProps) {
  const { id, version, start, end } = appointment
  const [scope, setScope] = useState<SeriesScope>('one')
  const [fault, setFault] = useState('')
  const [taken, setTaken] = useState<FreeSlot[]>()
  const change = useAppointmentChange({
    onDone,
    onFailure: error => {
      setFault(error.message)
      setTaken(slotsOf(error))
      return true
    }
  })
  return (
    <DialogContent sx={{ '&&': { pt: 1 } }}>
      {appointment.series && (
        <Box sx={{ mb: 2 }}>
          <ScopeField scope={scope} onChange={setScope} />
        </Box>
      )}
      <AppointmentForm
        appointmentId={id}
        draft={{ ...appointment, minutes: (Date.parse(end) - Date.parse(start)) / 60_000 }}
        action="Salvar"
        busy={change.isPending}
        taken={taken}
        fault={fault}
        onSave={values => change.mutate({ id, change: { ...values, version, ...(scope !== 'one' && { scope }) } })}
        onCancel={onCancel}
      />
    </DialogContent>
  )
}

type Ending = 'cancel' | 'refuse'

const endingTexts: Record<Ending, { title: string; action: string }> = {
  cancel: { title: 'Desmarcar o compromisso?', action: 'Desmarcar' },
  refuse: { title: 'Recusar o pedido?', action: 'Recusar' }
}

type ReasonProps = { appointment: Appointment; ending: Ending; onDone: () => void; onCancel: () => void }

/** Asks for the reason, which the guest is sent. */
function Reason({ appointment, ending, onDone, onCancel }: ReasonProps) {
  const zone = useTimeZone()
  const { busy, move } = useMoves(appointment)
  const { leadName, title } = appointment
  const [scope, setScope] = useState<SeriesScope>('one')
  return (
    <ReasonDialog
      {...endingTexts[ending]}
      text={`${title}, ${spanText(appointment, zone)}.`}
      hint={`Fica registrado. ${leadName ?? 'A pessoa'} recebe o aviso com o motivo, se tiver e-mail.`}
      optional
      busy={busy}
      onClose={onCancel}
      onSubmit={reason => void move(ending, reason, scope).then(onDone, () => {})}
    >
      {ending === 'cancel' && appointment.series && (
        <Box sx={{ pt: 0.75, mb: 2 }}>
          <ScopeField scope={scope} onChange={setScope} />
        </Box>
      )}
    </ReasonDialog>
  )
}

type ShownProps = {
  appointment: Appointment
  onChange: () => void
  onEnd: (how: Ending) => void
  onClose: () => void
}

function Shown({ appointment, onChange, onEnd, onClose }: ShownProps) {
  const phoneText = usePhoneText()
  const zone = useTimeZone()
  const may = useMay('manage_calendar')
  const { busy, move, applyRefusal, restore } = useMoves(appointment)
  const { status, leadId, leadName, leadPhone, employeeName, serviceName, channel, location, notes, reason } =
    appointment
  const { guestConfirmedAt, guest, message, answers, proposal, refusedBy } = appointment
  // A person who books for somebody else is named beside the one who comes.
  const comes = guest !== null && guest.name !== leadName
  const started = Date.parse(appointment.start) <= Date.now()
  // A refusal is reported already, and the appointment stays open.
  const doIt = (what: AppointmentMove) => void move(what).then(onClose, () => {})
  const can = (what: AppointmentMove) => (moves[what].from as readonly string[]).includes(status)
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {proposal !== null && <Proposal appointment={appointment} proposal={proposal} onDone={onClose} />}
        {refusedBy !== null && (
          <Answered
            severity="warning"
            action={may ? 'Cancelar este agendamento' : null}
            busy={busy}
            onAct={() => void applyRefusal().then(onClose, () => {})}
          >
            {refusedBy} recusou o convite. O endereço não é o da pessoa convidada, e nada mudou.
          </Answered>
        )}
        <Box component="dl" sx={{ display: 'grid', gap: 1.25, m: 0 }}>
          <Fact label="Quando">{spanText(appointment, zone)}</Fact>
          {comes && (
            <Fact label="Quem vem">
              <strong>{guest.name}</strong>
              {!leadId && guest.phone && ` · ${phoneText(guest.phone)}`}
              {!leadId && guest.email && ` · ${guest.email}`}
            </Fact>
          )}
          {leadId && (
            <Fact label={comes ? 'Quem marcou' : 'Com'}>
              {leadName === null ? (
                'Lead oculto: retido pelo limite do plano ou excluído'
              ) : (
                <Link component={RouterLink} to={`/leads/${leadId}`}>
                  {leadName}
                </Link>
              )}
              {leadPhone && ` · ${phoneText(leadPhone)}`}
            </Fact>
          )}
          <Fact label="Equipe">{employeeName ?? 'Alguém que saiu da equipe'}</Fact>
          {serviceName && <Fact label="Serviço">{serviceName}</Fact>}
          {appointment.package && (
            <Fact label="Pacote">{`Sessão ${appointment.package.number} de ${appointment.package.sessions}`}</Fact>
          )}
          {appointment.series && (
            <Fact label="Série">{`${appointment.series.number} de ${appointment.series.count}`}</Fact>
          )}
          <Fact label="Como">
            {channelLabels[channel]}
            {location && (
              <>
                {' · '}
                {/^https:\/\//.test(location) ? (
                  <Link href={location} target="_blank" rel="noopener noreferrer">
                    {location}
                  </Link>
                ) : (
                  location
                )}
              </>
            )}
          </Fact>
          {message && (
            <Fact label="Mensagem">
              <Box component="span" sx={{ whiteSpace: 'pre-wrap' }}>
                {message}
              </Box>
            </Fact>
          )}
          {answers.map(({ label, value }) => (
            <Fact key={label} label={label}>
              <Box component="span" sx={{ whiteSpace: 'pre-wrap' }}>
                {value}
              </Box>
            </Fact>
          ))}
          {notes && (
            <Fact label="Observação">
              <Box component="span" sx={{ whiteSpace: 'pre-wrap' }}>
                {notes}
              </Box>
            </Fact>
          )}
          {guestConfirmedAt && (
            <Fact label="Presença">{`Confirmada pela pessoa em ${formatDateTime(guestConfirmedAt, zone)}`}</Fact>
          )}
          {appointment.rescheduleAskedAt && (
            <Fact label="Remarcar">{`A pessoa foi avisada em ${formatDateTime(appointment.rescheduleAskedAt, zone)} e ainda não escolheu outro horário`}</Fact>
          )}
          {reason && <Fact label="Motivo">{reason}</Fact>}
          {appointment.reminder && <Fact label="Lembrete">{reminderText(appointment.reminder)}</Fact>}
          <Fact label="Origem">{originLabels[appointment.origin]}</Fact>
        </Box>
        <ClassPart appointment={appointment} onDone={onClose} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, px: 3, pb: 2.5, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
        {may && restorable.includes(status) && (
          <Button aria-busy={busy} onClick={() => void restore().then(onClose, () => {})}>
            Restaurar
          </Button>
        )}
        {may && can('cancel') && (
          <Button
            color="error"
            aria-busy={busy}
            // Without a lead nobody is notified: skip the reason, offer undo.
            onClick={() => (leadId === null && !appointment.series ? doIt('cancel') : onEnd('cancel'))}
            sx={{ mr: 'auto' }}
          >
            Desmarcar
          </Button>
        )}
        {may && can('refuse') && <Button onClick={() => onEnd('refuse')}>Recusar</Button>}
        {may && started && status === 'confirmed' && can('no-show') && (
          <Button onClick={() => doIt('no-show')}>Não compareceu</Button>
        )}
        {may && started && status === 'confirmed' && can('done') && (
          <Button onClick={() => doIt('done')}>Realizado</Button>
        )}
        {may && can('cancel') && (
          <Button variant="outlined" onClick={onChange}>
            Alterar
          </Button>
        )}
        {may && can('confirm') && (
          <Button variant="contained" aria-busy={busy} onClick={() => doIt('confirm')}>
            Confirmar
          </Button>
        )}
        {!may && <Button onClick={onClose}>Fechar</Button>}
      </DialogActions>
    </>
  )
}

type ProposalProps = { appointment: Appointment; proposal: NonNullable<Appointment['proposal']>; onDone: () => void }

/** The time that an answer by mail proposes: one press moves the appointment there, while it is free. */
function Proposal({ appointment: { id, version }, proposal: { by, ...times }, onDone }: ProposalProps) {
  const zone = useTimeZone()
  const may = useMay('manage_calendar')
  const change = useAppointmentChange({ onDone })
  return (
    <Answered
      severity="info"
      action={may ? 'Aceitar' : null}
      busy={change.isPending}
      onAct={() => change.isPending || change.mutate({ id, change: { ...times, version } })}
    >
      {by} propôs outro horário: {spanText(times, zone)}.
    </Answered>
  )
}

type AnsweredProps = {
  severity: 'info' | 'warning'
  /** Null for people who may not do it. */
  action: string | null
  busy: boolean
  onAct: () => void
  children: ReactNode
}

/** An answer to the invitation, and the one thing to do about it. */
const Answered = ({ severity, action, busy, onAct, children }: AnsweredProps) => (
  <Alert severity={severity} sx={{ overflowWrap: 'anywhere' }}>
    {children}
    {action && (
      <Box sx={{ mt: 0.5 }}>
        <Button size="small" color="inherit" variant="outlined" aria-busy={busy} onClick={onAct}>
          {action}
        </Button>
      </Box>
    )}
  </Alert>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '110px 1fr' }, columnGap: 2 }}>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)
