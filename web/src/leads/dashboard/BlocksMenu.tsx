import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import type { DashboardBlock } from '../../../../services/leads/dashboard/rules.ts'
import type { DashboardSettings } from '../../../../services/leads/dashboard/schema.ts'
import { blockLabels } from './labels.ts'

type Props = {
  settings: DashboardSettings
  onChange: (choose: (now: DashboardSettings) => DashboardSettings) => void
}

/** Which blocks the dashboard has, and in which order, for the person who looks at it. */
export function BlocksMenu({ settings, onChange }: Props) {
  const { hidden, blocks } = settings
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const move = (block: DashboardBlock, by: 1 | -1) =>
    onChange(now => {
      const others = now.blocks.filter(each => each !== block)
      return { ...now, blocks: others.toSpliced(Math.max(0, now.blocks.indexOf(block) + by), 0, block) }
    })
  const show = (block: DashboardBlock, on: boolean) =>
    onChange(now => ({ ...now, hidden: on ? now.hidden.filter(each => each !== block) : [...now.hidden, block] }))
  return (
    <>
      <IconButton
        aria-label="Escolher o que o painel mostra"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <TuneIcon />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Blocos do painel' } }}
      >
        <Box component="ol" sx={{ listStyle: 'none', m: 0, px: 2, py: 1, minWidth: 260 }}>
          {blocks.map((block, at) => (
            <Box component="li" key={block} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                label={blockLabels[block]}
                control={
                  <Checkbox size="small" checked={!hidden.includes(block)} onChange={(_event, on) => show(block, on)} />
                }
                slotProps={{ typography: { variant: 'body2' } }}
                sx={{ flexGrow: 1 }}
              />
              <IconButton
                size="small"
                aria-label={`Subir ${blockLabels[block]}`}
                disabled={at === 0}
                onClick={() => move(block, -1)}
              >
                <UpIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={`Descer ${blockLabels[block]}`}
                disabled={at === blocks.length - 1}
                onClick={() => move(block, 1)}
              >
                <DownIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      </Popover>
    </>
  )
}
