import OpenIcon from '@mui/icons-material/ExpandMoreOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useStore } from 'react-admin'
import { Stage, Stages } from './Stages.tsx'

type Props = {
  title: string
  /** The content in one line, which may be enough. */
  summary?: string | undefined
  /** Under which name the browser keeps whether the person wants to see it. */
  name: string
  children: ReactNode
}

/**
 * A collapsible section; it remembers its state per person and is always open in print, so its content is always
 * rendered, but after the visible parts.
 */
export function FoldedPanel({ title, summary, name, children }: Props) {
  const [heading, content] = [useId(), useId()]
  const [open, setOpen] = useStore(`dashboard.${name}`, false)
  return (
    <Card component="section" aria-labelledby={heading}>
      <Typography variant="h2" sx={{ m: 0 }}>
        <ButtonBase
          aria-expanded={open}
          aria-controls={content}
          onClick={() => setOpen(!open)}
          // No wider than its words: the assistant's button keeps clear of what can be pressed.
          sx={{
            display: 'flex',
            columnGap: 1.5,
            justifyContent: 'flex-start',
            maxWidth: '100%',
            minHeight: 56,
            px: { xs: 2, sm: 2.5 },
            py: 1.25,
            borderRadius: '16px',
            font: 'inherit',
            letterSpacing: 'inherit',
            textAlign: 'left'
          }}
        >
          <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
            <span id={heading}>{title}</span>
            {summary && (
              <Box component="span" sx={{ color: 'text.secondary', typography: 'body2', overflowWrap: 'anywhere' }}>
                {summary}
              </Box>
            )}
          </Box>
          <OpenIcon
            aria-hidden
            className="screen-only"
            sx={{ flexShrink: 0, transform: open ? 'rotate(180deg)' : 'none' }}
          />
        </ButtonBase>
      </Typography>
      <Box
        id={content}
        sx={{
          display: open ? 'block' : 'none',
          px: { xs: 2, sm: 2.5 },
          pb: { xs: 2, sm: 2.5 },
          '@media print': { display: 'block' }
        }}
      >
        <Stages last={1}>
          <Stage at={1}>{children}</Stage>
        </Stages>
      </Box>
    </Card>
  )
}
