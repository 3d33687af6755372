import LaterIcon from '@mui/icons-material/ScheduleOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTimeZone } from '../shell/company.ts'
import { laterChoices } from './later.ts'

type ButtonsProps = { busy: boolean; onChoose: (at: Date) => void }

/** When something is to be done next, each choice a button. */
export function LaterButtons({ busy, onChoose }: ButtonsProps) {
  const zone = useTimeZone()
  return laterChoices(new Date(), zone).map(({ label, at }) => (
    <Button key={label} size="small" variant="outlined" aria-busy={busy} onClick={() => busy || onChoose(at)}>
      {label}
    </Button>
  ))
}

type MenuProps = { label: string; size?: 'small' | 'medium'; onChoose: (at: Date) => void }

/** Puts something off: a button with the choices behind it. */
export function LaterMenu({ label, size = 'medium', onChoose }: MenuProps) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const zone = useTimeZone()
  return (
    <>
      <IconButton size={size} aria-label={label} aria-haspopup="menu" onClick={event => setMenu(event.currentTarget)}>
        <LaterIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {laterChoices(new Date(), zone).map(({ label: when, at }) => (
          <MenuItem
            key={when}
            onClick={() => {
              setMenu(null)
              onChoose(at)
            }}
          >
            {when}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
