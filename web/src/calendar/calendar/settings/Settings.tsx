import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { Failure } from '../../../ui/Failure.tsx'
import { useCalendarSettings } from '../api.ts'
import { BlockedPanel } from './BlockedPanel.tsx'
import { BookingPanel } from './BookingPanel.tsx'
import { DaysPanel } from './DaysPanel.tsx'
import { ExternalPanel } from './ExternalPanel.tsx'
import { FeedPanel } from './FeedPanel.tsx'
import { HoursPanel } from './HoursPanel.tsx'
import { RemindersPanel } from './RemindersPanel.tsx'
import { ServicesPanel } from './ServicesPanel.tsx'
import { WaitPanel } from './WaitPanel.tsx'

const columns = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 6fr) minmax(0, 5fr)' },
  alignItems: 'start'
} as const

/** A person's own calendars; for those who manage the calendar also when people work, and what can be booked. */
export const Settings = ({ may }: { may: boolean }) =>
  may ? (
    <CompanySettings />
  ) : (
    <Box sx={columns}>
      <FeedPanel />
      <ExternalPanel />
    </Box>
  )

function CompanySettings() {
  const { data: settings, error, refetch } = useCalendarSettings()
  if (error && !settings)
    return (
      <Card>
        <Failure title="Falha ao carregar a configuração" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!settings) return <Skeleton variant="rounded" height={320} aria-label="Carregando a configuração" />
  return (
    <Box sx={columns}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <HoursPanel settings={settings} />
        <RemindersPanel settings={settings} />
        <FeedPanel />
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <ServicesPanel />
        <BookingPanel />
        <WaitPanel />
        <DaysPanel settings={settings} />
        <BlockedPanel />
        <ExternalPanel />
      </Box>
    </Box>
  )
}
