import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useId, useState } from 'react'
import type { LeadDetail } from '../../../services/leads/pageSchema.ts'

/** The score with its reasons in words; nothing where there is none. */
export function Score({ lead: { score, scoreReasons } }: { lead: LeadDetail }) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (score === null) return null
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
        {scoreReasons.length === 0 && 'Sem motivos registrados.'}
        {scoreReasons.map(({ points, text }) => (
          <Box key={text} sx={{ display: 'flex', gap: 1 }}>
            <Box component="b" sx={{ minWidth: 36, color: points < 0 ? 'error.main' : 'success.main' }}>
              {points > 0 ? `+${points}` : points}
            </Box>
            {text}
          </Box>
        ))}
      </Popover>
    </>
  )
}
