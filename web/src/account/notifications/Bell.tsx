import BellIcon from '@mui/icons-material/NotificationsNoneOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState } from 'react'
import { counted } from '../../core/format.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { useNotifications } from './api.ts'

const BellList = onDemand(async () => (await import('./BellList.tsx')).default)

/** How long the page has for what it was opened for before the bell asks, in milliseconds. */
const politeness = 1500

/**
 * Unread notifications of the person: a number here and in the title of the window, the list on demand.
 */
export function Bell() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wanted, setWanted] = useState(false)
  const { data } = useNotifications(wanted)
  const unread = data?.unread ?? 0

  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), politeness)
    return () => clearTimeout(timer)
  }, [])
  useUnreadInTitle(unread)

  const label =
    unread === 0
      ? 'Notificações'
      : `Notificações: ${unread > 99 ? 'mais de 99 não lidas' : counted(unread, 'não lida', 'não lidas')}`
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => {
          setWanted(true)
          setAnchor(event.currentTarget)
        }}
      >
        <Badge
          badgeContent={unread || null}
          max={99}
          color="error"
          slotProps={{ badge: { style: { whiteSpace: 'nowrap', overflowWrap: 'normal' } } }}
        >
          <BellIcon />
        </Badge>
      </IconButton>
      {anchor && <BellList anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

/** '(3) Leads · Prosa': each page sets its title, and the number goes before whatever it is. */
function useUnreadInTitle(unread: number): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(/^\(\d+\+?\) /, '')
      const titled = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${plain}` : plain
      if (document.title !== titled) document.title = titled
    }
    write()
    const title = document.querySelector('title')
    if (!title) return
    const observer = new MutationObserver(write)
    observer.observe(title, { childList: true })
    return () => observer.disconnect()
  }, [unread])
}
