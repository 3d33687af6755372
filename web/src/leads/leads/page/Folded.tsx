import OpenIcon from '@mui/icons-material/ExpandMoreOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import { type ReactNode, useId, useState } from 'react'

type Props = {
  title: string
  /** The text that is visible while it is folded. */
  summary?: string
  /** The size of the page from which it is always open, as the theme names it. */
  from: `@${number}`
  children: ReactNode
}

/** A rarely used section: behind its title where the page is one column, open where there is room beside it. */
export function Folded({ title, summary, from, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Card sx={{ display: { [from]: 'none' } }}>
        <ButtonBase
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          sx={{
            // No wider than its words: the assistant's button keeps clear of what can be pressed.
            display: 'flex',
            maxWidth: '100%',
            gap: 1,
            justifyContent: 'flex-start',
            textAlign: 'left',
            px: 2,
            py: 1.5,
            minHeight: 48,
            borderRadius: '16px',
            typography: 'body2'
          }}
        >
          <Box component="span" sx={{ display: 'grid', minWidth: 0 }}>
            <Box component="span" sx={{ typography: 'h2' }}>
              {title}
            </Box>
            {summary && !open && (
              <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {summary}
              </Box>
            )}
          </Box>
          <OpenIcon aria-hidden sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
      </Card>
      <Box
        id={id}
        sx={{ display: { xs: open ? 'grid' : 'none', [from]: 'grid' }, gap: { xs: 2, sm: 2.5 }, minWidth: 0 }}
      >
        {children}
      </Box>
    </Box>
  )
}
