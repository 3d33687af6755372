import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useCannedAnswers } from './tools/api.ts'

/** Offers the canned answers; the chosen text still has its variables. */
export function CannedSelect({ onChoose }: { onChoose: (text: string) => void }) {
  const { data: canned = [] } = useCannedAnswers()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (canned.length === 0) return null
  return (
    <>
      <Button aria-haspopup="menu" onClick={event => setAnchor(event.currentTarget)}>
        Resposta pronta
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxWidth: 420, maxHeight: 360 } } }}
      >
        {canned.map(({ id, shortcut, text }) => (
          <MenuItem
            key={id}
            onClick={() => {
              setAnchor(null)
              onChoose(text)
            }}
            sx={{ display: 'block' }}
          >
            <Box sx={{ fontWeight: 650 }}>/{shortcut}</Box>
            <Box sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', fontSize: '0.8125rem' }}>
              {text}
            </Box>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
