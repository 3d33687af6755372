import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useSteps } from '../../funnels/steps.ts'
import { LostDialog } from '../LostDialog.tsx'
import { StatusMenu } from '../StatusMenu.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { useBookingOf } from '../useBookingOf.tsx'
import { useWon } from '../WonValue.tsx'
import { useShownLead } from './shownLead.ts'
import { useSave } from './useSave.tsx'

const Steps = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  padding: 3,
  borderRadius: 10,
  overflowX: 'auto',
  border: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.tokens.sunken,
  scrollbarWidth: 'none'
}))

const Step = styled('button')(({ theme }) => ({
  flex: '1 0 auto',
  padding: '6px 12px',
  border: 0,
  borderRadius: 7,
  background: 'none',
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  color: theme.palette.text.secondary,
  cursor: 'pointer',
  '&:hover': { color: theme.palette.text.primary },
  '&[aria-disabled=true]': { cursor: 'default' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  '@media (pointer: coarse)': { minHeight: 40 }
}))

/** The status of a lead as steps of its way; a loss asks why. */
export function StatusSteps({ editable }: { editable: boolean }) {
  const lead = useShownLead()
  const { save, saving, errors, dialog } = useSave(lead)
  const [losing, setLosing] = useState<string | null>(null)
  const [others, setOthers] = useState<HTMLElement | null>(null)
  const steps = useSteps()
  // Shown at once; a refusal ends the saving, and with it what was asked for.
  const [requested, setRequested] = useState(lead.status)
  const shown = saving ? requested : lead.status
  const notify = useNotify()
  const onWon = useWon({ ask: true })
  const booking = useBookingOf()

  function send(status: string, lostReason?: string): void {
    setRequested(status)
    void save({ status, ...(lostReason !== undefined && { lostReason }) }, () => {
      notify('Situação alterada', { type: 'success' })
      onWon(lead, status)
      booking.onMoved(lead, lead.status, status)
    })
  }

  function choose(status: string): void {
    if (status === lead.status || saving) return
    if (steps.of(status).kind === 'lost') setLosing(status)
    else send(status)
  }
  if (!editable)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <StatusTag status={lead.status} name={lead.statusName} />
        {lead.lostReason && (
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>Motivo: {lead.lostReason}</Box>
        )}
      </Box>
    )
  return (
    <Box sx={{ minWidth: 0, maxWidth: '100%' }}>
      <Steps role="group" aria-label="Situação do lead">
        {steps.beside(shown).map(({ key: status, name, tone }) => {
          const here = status === shown
          return (
            <Step
              key={status}
              type="button"
              aria-pressed={here}
              // Switched off, it would lose the focus.
              aria-disabled={saving}
              onClick={() => choose(status)}
              sx={
                here
                  ? theme => ({
                      color: `${theme.tokens.tones[tone].onSoft} !important`,
                      backgroundColor: theme.tokens.tones[tone].soft,
                      boxShadow: `inset 0 0 0 1px ${theme.tokens.tones[tone].main}`
                    })
                  : undefined
              }
            >
              {name}
            </Step>
          )
        })}
        {steps.funnels.length > 1 && (
          <Step type="button" aria-haspopup="menu" onClick={event => setOthers(event.currentTarget)}>
            Outro funil
          </Step>
        )}
      </Steps>
      <StatusMenu
        anchor={others}
        label="Mover para outro funil"
        current={lead.status}
        onClose={() => setOthers(null)}
        onChoose={choose}
      />
      {lead.lostReason && (
        <Box sx={{ mt: 0.5, color: 'text.secondary', fontSize: '0.8125rem' }}>Motivo: {lead.lostReason}</Box>
      )}
      {Object.values(errors)[0] && (
        <Box role="alert" sx={{ mt: 0.5, color: 'error.main', fontSize: '0.8125rem' }}>
          {Object.values(errors)[0]}
        </Box>
      )}
      {losing !== null && (
        <LostDialog
          name={`o lead ${lead.name}`}
          onClose={() => setLosing(null)}
          onSubmit={lostReason => {
            setLosing(null)
            send(losing, lostReason)
          }}
        />
      )}
      {dialog}
      {booking.dialog}
    </Box>
  )
}
