import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { settingsPath } from '../../../../services/account/notifications/rules.ts'
import { formatDateTime } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { timeAgo } from '../../ui/ago.ts'
import { Failure } from '../../ui/Failure.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { useMarkRead, useNotifications } from './api.ts'

const Item = styled(Link, { shouldForwardProp: name => name !== 'unread' })<{ unread: boolean }>(
  ({ theme, unread }) => ({
    display: 'grid',
    gridTemplateColumns: '8px minmax(0, 1fr)',
    gap: 10,
    padding: '10px 16px',
    color: theme.palette.text.primary,
    textDecoration: 'none',
    '&::before': {
      content: '""',
      width: 8,
      height: 8,
      marginTop: 6,
      borderRadius: '50%',
      backgroundColor: unread ? theme.palette.primary.main : 'transparent'
    },
    '&:hover': { backgroundColor: theme.tokens.sunken }
  })
)

/** The last things that the person was notified of; opening one marks it as read. */
export default function BellList({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { data, isPending, error, refetch } = useNotifications(true)
  const timeZone = useTimeZone()
  const { mutate: markRead, isPending: marking } = useMarkRead()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': 'Notificações', sx: { width: 380, maxWidth: 'calc(100vw - 16px)' } }
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 1,
          px: 2,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider'
        }}
      >
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'normal' }}>
          Notificações
        </Typography>
        {(data?.unread ?? 0) > 0 && (
          <Button size="small" disabled={marking} onClick={() => markRead(undefined)} sx={{ mx: -1 }}>
            Marcar todas como lidas
          </Button>
        )}
      </Box>
      {isPending && (
        <Box sx={{ p: 2 }}>
          <Skeleton height={40} aria-hidden />
          <Skeleton height={40} aria-hidden />
        </Box>
      )}
      {error && !data && (
        <Failure title="Falha ao carregar as notificações" error={error} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && (
        <Typography sx={{ px: 2, py: 4, textAlign: 'center', color: 'text.secondary' }}>
          Nada por aqui. Novos leads, menções e lembretes aparecem neste lugar.
        </Typography>
      )}
      {data && data.items.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, py: 0.5, listStyle: 'none', maxHeight: '60vh', overflowY: 'auto' }}>
          {data.items.map(({ id, title, body, link, createdAt, readAt }) => (
            <li key={id}>
              <Item
                to={link}
                unread={readAt === null}
                onClick={() => {
                  if (readAt === null) markRead([id])
                  onClose()
                }}
              >
                <span>
                  <Box component="span" sx={{ display: 'block', fontWeight: readAt === null ? 650 : 400 }}>
                    {readAt === null && <span style={visuallyHidden}>Não lida: </span>}
                    {title}
                    {body && `: ${body}`}
                  </Box>
                  <Typography
                    variant="caption"
                    component="time"
                    dateTime={createdAt}
                    title={formatDateTime(createdAt, timeZone)}
                    sx={{ color: 'text.secondary' }}
                  >
                    {timeAgo(createdAt)}
                  </Typography>
                </span>
              </Item>
            </li>
          ))}
        </Box>
      )}
      <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
        <Button component={Link} to={settingsPath} size="small" onClick={onClose} sx={{ ml: -1 }}>
          Escolher o que receber
        </Button>
      </Box>
    </Popover>
  )
}
