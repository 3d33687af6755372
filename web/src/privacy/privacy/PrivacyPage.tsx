import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { NewRequestDialog } from './NewRequestDialog.tsx'
import { RequestTable } from './RequestTable.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'

const tabs = [
  { key: 'abertos', label: 'Em aberto' },
  { key: 'respondidos', label: 'Respondidos' },
  { key: 'prazos', label: 'Prazos' }
]

/** The requests of people about their own data, with their deadlines, and how long leads are kept. */
export default function PrivacyPage() {
  const tab = useTab(tabs)
  const [typing, setTyping] = useState(false)
  return (
    <>
      <PageHead
        title="Privacidade"
        primary={
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setTyping(true)}>
            Registrar pedido
          </Button>
        }
      />
      <Tabs tabs={tabs} label="Privacidade" />
      {tab === 'prazos' ? <SettingsPanel /> : <RequestTable key={tab} open={tab === 'abertos'} />}
      {typing && <NewRequestDialog onClose={() => setTyping(false)} />}
    </>
  )
}
