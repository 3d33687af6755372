import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  kindLabels,
  mediumLabels,
  type NotificationKind,
  type NotificationMedium,
  notificationKinds,
  notificationMedia,
  weekDays,
  weekHour
} from '../../../../services/account/notifications/rules.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNotificationSettings } from './api.ts'

/** The settings of the person's notifications: subjects, means and times. */
export function NotificationsPanel() {
  const { settings, change, error, refetch } = useNotificationSettings()
  return (
    <Panel title="Notificações">
      {error && !settings && (
        <Failure title="Falha ao carregar as preferências" error={error} onRetry={() => void refetch()} />
      )}
      {!settings && !error && <Skeleton variant="rounded" height={280} aria-hidden />}
      {settings && (
        <>
          <Matrix
            media={settings.media}
            onToggle={(kind, medium) =>
              change(now => ({
                ...now,
                media: { ...now.media, [kind]: { ...now.media[kind], [medium]: !now.media[kind][medium] } }
              }))
            }
          />
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              mt: 2.5,
              gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)' }
            }}
          >
            <Hour
              label="Silêncio desde"
              none="Sem silêncio"
              value={settings.quietFrom}
              onChange={quietFrom =>
                change(now => ({
                  ...now,
                  quietFrom,
                  quietTo: quietFrom === null ? null : (now.quietTo ?? (quietFrom + 10) % 24)
                }))
              }
            />
            <Hour
              label="Silêncio até"
              none="Sem silêncio"
              value={settings.quietTo}
              onChange={quietTo =>
                change(now => ({
                  ...now,
                  quietTo,
                  quietFrom: quietTo === null ? null : (now.quietFrom ?? (quietTo + 14) % 24)
                }))
              }
            />
            <Hour
              label="Resumo diário"
              none="Não receber"
              value={settings.digestHour}
              onChange={digestHour => change(now => ({ ...now, digestHour }))}
            />
            <TextField
              select
              label="Resumo semanal"
              value={settings.weekDay ?? ''}
              onChange={event =>
                change(now => ({ ...now, weekDay: event.target.value === '' ? null : Number(event.target.value) }))
              }
              slotProps={{
                inputLabel: { shrink: true },
                select: { displayEmpty: true }
              }}
            >
              <MenuItem value="">Não receber</MenuItem>
              {weekDays.map((name, day) => (
                <MenuItem key={name} value={day}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
            {settings.digestHour === null && 'Escolha a hora do resumo diário para recebê-lo. '}
            No horário de silêncio os e-mails esperam; o sino e os resumos continuam. O da semana traz os números do
            painel na hora do resumo diário, ou às {weekHour}h. As horas são as da empresa.
          </Typography>
        </>
      )}
    </Panel>
  )
}

type MatrixProps = {
  media: Record<NotificationKind, Record<NotificationMedium, boolean>>
  onToggle: (kind: NotificationKind, medium: NotificationMedium) => void
}

function Matrix({ media, onToggle }: MatrixProps) {
  const cell = { p: 0, textAlign: 'center', width: { xs: 56, sm: 84 } } as const
  return (
    <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', tableLayout: 'auto' }}>
      <thead>
        <tr>
          <Box component="th" scope="col" sx={{ textAlign: 'left', fontWeight: 600, pb: 1 }}>
            Avisar sobre
          </Box>
          {notificationMedia.map(medium => (
            <Box
              key={medium}
              component="th"
              scope="col"
              sx={{ ...cell, fontWeight: 600, fontSize: '0.8125rem', pb: 1, verticalAlign: 'bottom' }}
            >
              {mediumLabels[medium]}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationKinds.map(kind => (
          <Box component="tr" key={kind} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 400, py: 1, pr: 1 }}>
              {kindLabels[kind].label}
              <Typography
                variant="caption"
                component="span"
                sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary' }}
              >
                {kindLabels[kind].help}
              </Typography>
            </Box>
            {notificationMedia.map(medium => (
              <Box component="td" key={medium} sx={cell}>
                <Checkbox
                  checked={media[kind][medium]}
                  onChange={() => onToggle(kind, medium)}
                  slotProps={{ input: { 'aria-label': `${kindLabels[kind].label}: ${mediumLabels[medium]}` } }}
                />
              </Box>
            ))}
          </Box>
        ))}
      </tbody>
    </Box>
  )
}

type HourProps = { label: string; none: string; value: number | null; onChange: (hour: number | null) => void }

const hours = Array.from({ length: 24 }, (_, hour) => hour)

function Hour({ label, none, value, onChange }: HourProps) {
  return (
    <TextField
      select
      label={label}
      value={value ?? ''}
      onChange={event => onChange(event.target.value === '' ? null : Number(event.target.value))}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          displayEmpty: true,
          MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } }
        }
      }}
    >
      <MenuItem value="">{none}</MenuItem>
      {hours.map(hour => (
        <MenuItem key={hour} value={hour}>
          {`${String(hour).padStart(2, '0')}:00`}
        </MenuItem>
      ))}
    </TextField>
  )
}
