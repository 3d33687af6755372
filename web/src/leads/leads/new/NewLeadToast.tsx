import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import SnackbarContent from '@mui/material/SnackbarContent'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { LiveEvent } from '../../../../../services/account/activities/schema.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import { user } from '../../../core/session.ts'
import { fonts } from '../../../core/tokens.ts'
import { topBarHeight } from '../../../ui/frame.ts'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'
import { useArrival } from '../api.ts'

type Arrivals = { count: number; leadId: string }

const words = ({ count }: Arrivals) => (count === 1 ? 'Novo lead recebido' : `${count} novos leads recebidos`)

/** Announces leads as they arrive, politely; those of a burst share one toast that counts them. */
export function NewLeadToast() {
  const [arrivals, setArrivals] = useState<Arrivals | null>(null)

  useEffect(() => {
    const onNewLead = (event: Event) => {
      const { leadId, actorId } = (event as CustomEvent<Extract<LiveEvent, { kind: 'lead-created' }>>).detail
      // Without an id, this person does not see the lead; and the author of it needs no notice.
      if (!leadId || (actorId && actorId === user()?.companyEmployee?.id)) return
      setArrivals(before => ({ count: (before?.count ?? 0) + 1, leadId }))
    }
    addEventListener('newLeadAdded', onNewLead)
    return () => removeEventListener('newLeadAdded', onNewLead)
  }, [])

  const close = () => setArrivals(null)
  const single = arrivals?.count === 1 ? arrivals.leadId : undefined
  const { data: lead } = useArrival(single)
  const target = single ? `/leads/${single}` : '/leads'

  return (
    <Box component="section" aria-label="Novos leads">
      <Box role="status" aria-live="polite" sx={visuallyHidden}>
        {arrivals && words(arrivals)}
      </Box>
      <Snackbar
        key={arrivals?.count}
        open={arrivals !== null}
        autoHideDuration={6000}
        onClose={(_event, reason) => reason !== 'clickaway' && close()}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transitionDuration={arrivals?.count === 1 ? undefined : 0}
        // Where it covers neither the menu under the thumb, nor what the person is reading, nor the assistant.
        sx={{
          top: { xs: topBarHeight + 8, md: 'auto' },
          bottom: { xs: 'auto', md: 24 },
          right: { sm: 'calc(24px + var(--chat-width, 0px))' }
        }}
      >
        {arrivals ? (
          <SnackbarContent
            role="presentation"
            message={<Arrival words={words(arrivals)} lead={single ? lead : undefined} />}
            action={
              <Button component={Link} to={target} color="inherit" size="small" onClick={close}>
                Ver
              </Button>
            }
          />
        ) : undefined}
      </Snackbar>
    </Box>
  )
}

/** The person and their words, as soon as they are loaded. */
const Arrival = ({ words, lead }: { words: string; lead: Lead | undefined }) => (
  <Box sx={{ maxWidth: 320 }}>
    <Box sx={{ fontWeight: 600 }}>{words}</Box>
    {lead && (
      <>
        <Box sx={{ fontFamily: fonts.display, fontSize: '1.125rem', fontWeight: 680 }}>{lead.name}</Box>
        {lead.message && (
          <Box
            sx={{
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 2,
              overflow: 'hidden',
              opacity: 0.85
            }}
          >
            “{lead.message}”
          </Box>
        )}
      </>
    )}
  </Box>
)
