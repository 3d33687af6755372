import LaterIcon from '@mui/icons-material/ScheduleOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTimeZone } from '../../shell/company.ts'
import { laterChoices } from './later.ts'

type ButtonsProps = { busy: boolean; onChoose: (at: Date) => void }

/** When something is to be done next, each choice a button: the answer to a question. */
export function LaterButtons({ busy, onChoose }: ButtonsProps) {
  const zone = useTimeZone()
  return laterChoices(new Date(), zone).map(({ label, at }) => (
    <Button key={label} size="small" variant="outlined" aria-busy={busy} onClick={() => busy || onChoose(at)}>
      {label}
    </Button>
  ))
}

type ButtonProps = { label: string; busy: boolean; onChoose: (at: Date) => void }

/** When something is to be done next: one button with the choices behind it. */
export function LaterButton({ label, busy, onChoose }: ButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="contained"
        startIcon={<LaterIcon />}
        aria-haspopup="menu"
        aria-busy={busy}
        onClick={event => busy || setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Choices anchor={anchor} onClose={() => setAnchor(null)} onChoose={onChoose} />
    </>
  )
}

type MenuProps = { label: string; size?: 'small' | 'medium'; onChoose: (at: Date) => void }

/** Puts something off: a button with the choices behind it. */
export function LaterMenu({ label, size = 'medium', onChoose }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton size={size} aria-label={label} aria-haspopup="menu" onClick={event => setAnchor(event.currentTarget)}>
        <LaterIcon fontSize="small" />
      </IconButton>
      <Choices anchor={anchor} onClose={() => setAnchor(null)} onChoose={onChoose} />
    </>
  )
}

type ChoicesProps = { anchor: HTMLElement | null; onClose: () => void; onChoose: (at: Date) => void }

function Choices({ anchor, onClose, onChoose }: ChoicesProps) {
  const zone = useTimeZone()
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {laterChoices(new Date(), zone).map(({ label, at }) => (
        <MenuItem
          key={label}
          onClick={() => {
            onClose()
            onChoose(at)
          }}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
