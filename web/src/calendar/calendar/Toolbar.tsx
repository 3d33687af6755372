import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReactNode } from 'react'
import { type CalendarView, stepped, titleOf, viewLabels, views } from './range.ts'
import type { useCalendar } from './useCalendar.ts'

/** Which days are shown, and how; what else can be chosen stands beside. */
export function Toolbar({ calendar, children }: { calendar: ReturnType<typeof useCalendar>; children: ReactNode }) {
  const { view, day, today, phone, show } = calendar
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1, mb: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center' }} className="screen-only">
        <Button variant="outlined" size="small" disabled={day === today} onClick={() => show({ day: today })}>
          Hoje
        </Button>
        <IconButton aria-label="Anterior" onClick={() => show({ day: stepped(view, day, -1) })}>
          <PreviousIcon />
        </IconButton>
        <IconButton aria-label="Próximo" onClick={() => show({ day: stepped(view, day, 1) })}>
          <NextIcon />
        </IconButton>
      </Box>
      <Box
        component="h2"
        aria-live="polite"
        sx={{ m: 0, fontSize: { xs: '1rem', sm: '1.125rem' }, fontWeight: 680, flexGrow: 1, minWidth: 0 }}
      >
        {titleOf(view, day, phone)}
      </Box>
      {!phone && children}
      <Box
        className="screen-only"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, width: { xs: '100%', sm: 'auto' } }}
      >
        <ToggleButtonGroup
          exclusive
          size="small"
          value={view}
          aria-label="Mostrar"
          fullWidth={phone}
          onChange={(_event, chosen: CalendarView | null) => chosen && show({ view: chosen })}
        >
          {views.map(each => (
            <ToggleButton
              key={each}
              value={each}
              sx={{ px: { xs: 0.5, sm: 1.5 }, textTransform: 'none', color: 'text.secondary' }}
            >
              {viewLabels[each]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {!phone && (
          <IconButton aria-label="Imprimir" title="Imprimir" onClick={() => print()}>
            <PrintIcon />
          </IconButton>
        )}
      </Box>
      {phone && children}
    </Box>
  )
}
