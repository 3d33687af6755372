import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { useMailTest, useSettings } from './api.ts'
import { PlansPanel } from './PlansPanel.tsx'
import { SettingChanges } from './SettingChanges.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { sections } from './settingSections.ts'

const tabs = [
  { key: 'plans', label: 'Planos' },
  ...sections.map(({ key, label }) => ({ key, label })),
  { key: 'mail', label: 'E-mail' }
]

/** The settings of the whole installation. */
export default function SettingsPage() {
  const tab = useTab(tabs)
  const section = sections.find(({ key }) => key === tab)
  const reading = useSettings()
  return (
    <>
      <PageHead title="Configurações" />
      <Tabs tabs={tabs} label="Seções das configurações" />
      <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>
        {section ? (
          <Loaded of={reading} what="as configurações">
            {settings => <SettingsSection key={section.key} section={section} settings={settings} />}
          </Loaded>
        ) : tab === 'mail' ? (
          <MailTest />
        ) : (
          <PlansPanel />
        )}
        <SettingChanges />
      </Box>
    </>
  )
}

function MailTest() {
  const test = useMailTest()
  return (
    <Panel title="E-mail">
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          Envia uma mensagem de teste para o seu próprio endereço.
        </Box>
        <Button variant="outlined" disabled={test.isPending} onClick={() => test.mutate()}>
          Testar e-mail
        </Button>
      </Box>
    </Panel>
  )
}
