import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { LeadField, type PickedLead } from '../../leads/leads/LeadField.tsx'
import { useMay } from '../../shell/access.ts'
import { OnPaper } from '../../shell/OnPaper.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { BookDialog } from '../appointments/BookDialog.tsx'
import { GuestMails } from './GuestMails.tsx'
import { Schedule } from './Schedule.tsx'
import { Settings } from './settings/Settings.tsx'

const schedule = { key: 'agenda', label: 'Agenda' }
const settings = { key: 'configuracao', label: 'Configuração' }
const tabs = [schedule, settings]

/** Appointments of the team, and when it works. */
export default function CalendarPage() {
  const may = useMay('manage_calendar')
  const tab = useTab(tabs)
  const [booking, setBooking] = useState(false)
  return (
    <OnPaper>
      <PageHead
        title="Calendário"
        primary={
          may && (
            <Button
              className="screen-only"
              variant="contained"
              startIcon={<AddIcon />}
              onClick={() => setBooking(true)}
            >
              Novo compromisso
            </Button>
          )
        }
      />
      <Tabs tabs={tabs} label="Calendário" />
      {may && tab === schedule.key && <GuestMails />}
      {tab === settings.key ? <Settings may={may} /> : <Schedule may={may} />}
      {booking && <NewAppointment onClose={() => setBooking(false)} />}
    </OnPaper>
  )
}

function NewAppointment({ onClose }: { onClose: () => void }) {
  const [lead, setLead] = useState<PickedLead | null>(null)
  return (
    <BookDialog lead={lead} leadField={<LeadField value={lead} onChange={setLead} autoFocus />} onClose={onClose} />
  )
}
