import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { type LeadStatus, leadStatuses, statusLabels } from '../../../../../services/leads/leads/rules.ts'
import { statusTones } from '../../../core/statusTones.ts'
import { LostDialog } from '../LostDialog.tsx'
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
  const [losing, setLosing] = useState(false)
  // Shown at once; a refusal ends the saving, and with it what was asked for.
  const [requested, setRequested] = useState(lead.status)
  const shown = saving ? requested : lead.status
  const notify = useNotify()
  const onWon = useWon({ ask: true })
  const booking = useBookingOf()

  function send(status: LeadStatus, lostReason?: string): void {
    setRequested(status)
    void save({ status, ...(lostReason !== undefined && { lostReason }) }, () => {
      notify('Situação alterada', { type: 'success' })
      onWon(lead, status)
      booking.onMoved(lead, lead.status, status)
    })
  }

  function choose(status: LeadStatus): void {
    if (status === lead.status || saving) return
    if (status === 'lost') setLosing(true)
    else send(status)
  }
  if (!editable)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <StatusTag status={lead.status} />
        {lead.lostReason && (
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>Motivo: {lead.lostReason}</Box>
        )}
      </Box>
    )
  return (
    <Box sx={{ minWidth: 0, maxWidth: '100%' }}>
      <Steps role="group" aria-label="Situação do lead">
        {leadStatuses.map(status => {
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
                      color: `${theme.tokens.tones[statusTones[status]].onSoft} !important`,
                      backgroundColor: theme.tokens.tones[statusTones[status]].soft,
                      boxShadow: `inset 0 0 0 1px ${theme.tokens.tones[statusTones[status]].main}`
                    })
                  : undefined
              }
            >
              {statusLabels[status]}
            </Step>
          )
        })}
      </Steps>
      {lead.lostReason && (
        <Box sx={{ mt: 0.5, color: 'text.secondary', fontSize: '0.8125rem' }}>Motivo: {lead.lostReason}</Box>
      )}
      {Object.values(errors)[0] && (
        <Box role="alert" sx={{ mt: 0.5, color: 'error.main', fontSize: '0.8125rem' }}>
          {Object.values(errors)[0]}
        </Box>
      )}
      {losing && (
        <LostDialog
          name={`o lead ${lead.name}`}
          onClose={() => setLosing(false)}
          onSubmit={lostReason => {
            setLosing(false)
            send('lost', lostReason)
          }}
        />
      )}
      {dialog}
      {booking.dialog}
    </Box>
  )
}
