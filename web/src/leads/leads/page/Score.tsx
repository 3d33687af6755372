import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useId, useState } from 'react'
import { startingPoints } from '../../../../../services/leads/scores/rules.ts'
import { useShownLead } from './shownLead.ts'

/** The score with its reasons in words; nothing where there is none. */
export function Score() {
  const { score, scoreReasons } = useShownLead()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (score === null) return null
  // By history, or cut off at an end of the scale, the points are weights and no sum.
  const byRules = scoreReasons.reduce((sum, { points }) => sum + points, startingPoints) === score
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={event => setAnchor(event.currentTarget)}>
        Pontuação {score}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { p: 2, maxWidth: 320 } } }}
      >
        <Box id={id} sx={{ fontWeight: 650, mb: 1 }}>
          Por que {score}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {byRules && <Reason points={startingPoints} text="ponto de partida de todo lead" plain />}
          {scoreReasons.map(reason => (
            <Reason key={reason.text} {...reason} />
          ))}
        </Box>
        {!byRules && (
          <Box sx={{ mt: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
            São os motivos que mais pesam. A nota vai de 0 a 100.
          </Box>
        )}
      </Popover>
    </>
  )
}

type ReasonProps = { points: number; text: string; plain?: boolean }

const Reason = ({ points, text, plain = false }: ReasonProps) => (
  <Box component="li" sx={{ display: 'flex', gap: 1 }}>
    <Box
      component="b"
      sx={{ minWidth: 36, color: plain ? 'text.secondary' : points < 0 ? 'error.main' : 'success.main' }}
    >
      {points > 0 && !plain ? `+${points}` : points}
    </Box>
    <Box component="span" sx={{ minWidth: 0 }}>
      {text}
    </Box>
  </Box>
)
