import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { useId, useState } from 'react'
import { usePhoneText } from '../../../core/phoneText.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { useFieldHistory } from './api.ts'
import { fieldTitles, valueText } from './values.ts'

type Props = { leadId: string; field: string; title?: string }

/** The earlier values of a field, with their authors. */
export function FieldHistory({ leadId, field, title = fieldTitles[field] ?? field }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  return (
    <>
      <IconButton
        size="small"
        className="quiet"
        aria-label={`Histórico de ${title}`}
        aria-haspopup="dialog"
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ p: 0.5, '& svg': { fontSize: 16 } }}
      >
        <HistoryIcon />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { p: 2, width: 300, maxHeight: 360 } } }}
      >
        <Box id={id} sx={{ fontWeight: 650, mb: 1 }}>
          Histórico de {title}
        </Box>
        <Changes leadId={leadId} field={field} />
      </Popover>
    </>
  )
}

function Changes({ leadId, field }: { leadId: string; field: string }) {
  usePhoneText()
  const { data, isPending, error } = useFieldHistory(leadId, field)
  const timeZone = useTimeZone()
  if (isPending) return <Skeleton height={40} />
  if (error) return <Box role="alert">{error.message}</Box>
  if (data.items.length === 0) return <Box sx={{ color: 'text.secondary' }}>Nunca mudou desde que o lead chegou.</Box>
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.25 }}>
      {data.items.map(item => (
        <Box component="li" key={item.id} sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
          <Box>
            <Box component="s" sx={{ color: 'text.secondary' }}>
              {valueText(field, item.data.before) || 'vazio'}
            </Box>{' '}
            → <b>{valueText(field, item.data.after) || 'vazio'}</b>
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {item.actorName ?? 'Sistema'} · <Moment at={item.at} timeZone={timeZone} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}
