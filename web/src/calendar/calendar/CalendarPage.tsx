import BackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Link } from 'react-router-dom'
import { useMay } from '../../shell/access.ts'
import { OnPaper } from '../../shell/OnPaper.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { PageHead, useDocumentTitle } from '../../ui/PageHead.tsx'
import { useTab } from '../../ui/Tabs.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { Schedule } from './Schedule.tsx'
import { settingsTab } from './ViewMenu.tsx'

const tabs = [
  { key: 'agenda', label: 'Agenda' },
  { key: settingsTab, label: 'Configurações' }
]

const Settings = onDemand(
  async () => (await import('./settings/Settings.tsx')).Settings,
  <Skeleton variant="rounded" height={320} aria-label="Carregando as configurações" />
)

/** Appointments of the team, and when it works. */
export default function CalendarPage() {
  const may = useMay('manage_calendar')
  return <OnPaper>{useTab(tabs) === settingsTab ? <SettingsPage may={may} /> : <SchedulePage may={may} />}</OnPaper>
}

/** The grid takes what the frame of the page leaves elsewhere; the assistant is opened from the menu. */
function SchedulePage({ may }: { may: boolean }) {
  useDocumentTitle('Calendário')
  return (
    <Box
      data-corner-taken=""
      sx={{
        mt: { xs: -2, sm: -3 },
        mb: { md: -9 },
        '@media print': { mt: '-24px', mb: { xs: '-148px', md: '-88px' } }
      }}
    >
      <Box component="h1" sx={visuallyHidden}>
        Calendário
      </Box>
      <Schedule may={may} />
    </Box>
  )
}

function SettingsPage({ may }: { may: boolean }) {
  return (
    <>
      <Button component={Link} to={{ search: '' }} size="small" startIcon={<BackIcon />} sx={{ ml: -1, mb: 0.5 }}>
        Calendário
      </Button>
      <PageHead title="Configurações" />
      <Settings may={may} />
    </>
  )
}
