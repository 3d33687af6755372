import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import type { DashboardSettings } from '../../../../services/leads/dashboard/schema.ts'
import type { DashboardBlock } from '../../shell/features.ts'
import { inOrder } from './blocks.ts'

type Props = {
  /** All that the person may see, in their order. */
  blocks: readonly DashboardBlock[]
  hidden: readonly string[]
  onChange: (choose: (now: DashboardSettings) => DashboardSettings) => void
}

/** Which blocks the dashboard has, and in which order, for the person who looks at it. */
export function BlocksMenu({ blocks, hidden, onChange }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const move = (block: string, by: 1 | -1) =>
    onChange(now => {
      const names = inOrder(blocks, now.blocks).map(({ name }) => name)
      const others = names.filter(each => each !== block)
      return { ...now, blocks: others.toSpliced(Math.max(0, names.indexOf(block) + by), 0, block) }
    })
  const show = (block: string, on: boolean) =>
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
          {blocks.map(({ name, label }, at) => (
            <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                label={label}
                control={
                  <Checkbox size="small" checked={!hidden.includes(name)} onChange={(_event, on) => show(name, on)} />
                }
                slotProps={{ typography: { variant: 'body2' } }}
                sx={{ flexGrow: 1 }}
              />
              <IconButton size="small" aria-label={`Subir ${label}`} disabled={at === 0} onClick={() => move(name, -1)}>
                <UpIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={`Descer ${label}`}
                disabled={at === blocks.length - 1}
                onClick={() => move(name, 1)}
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
