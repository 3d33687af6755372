import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import { useState } from 'react'
import { automationTexts } from '../../../../services/calendar/automations/rules.ts'
import { priceText } from '../../../../services/messaging/prices/rules.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Automation, useAutomationSave, useAutomations } from './api.ts'

const AutomationDialog = onDemand(async () => (await import('./AutomationDialog.tsx')).AutomationDialog, null)
const TryDialog = onDemand(async () => (await import('./TryDialog.tsx')).TryDialog, null)

/** The automatic messages of WhatsApp: each is switched on and off, written and tried. */
export function AutomationsPanel() {
  const reading = useAutomations()
  return (
    <Panel title="Mensagens automáticas">
      <Box component="p" sx={{ m: 0, mb: 1, color: 'text.secondary' }}>
        Saem por um modelo aprovado, só a quem autorizou mensagens por WhatsApp, nunca duas ao mesmo tempo, e nenhuma
        depois que a pessoa responde. Das 20h às 8h esperam, se você quiser.
      </Box>
      <Loaded of={reading} what="as mensagens automáticas">
        {rows => (
          <Box component="ul" aria-label="Mensagens automáticas" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {rows.map(automation => (
              <Row key={automation.kind} automation={automation} />
            ))}
          </Box>
        )}
      </Loaded>
    </Panel>
  )
}

function Row({ automation }: { automation: Automation }) {
  const { kind, active, template, problem, price } = automation
  const [open, setOpen] = useState<'edit' | 'try' | null>(null)
  const save = useAutomationSave()
  const { label, about } = automationTexts[kind]
  const close = () => setOpen(null)
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1.5, py: 1.5, borderTop: 1, borderColor: 'divider', alignItems: 'flex-start' }}
    >
      <Switch
        checked={save.isPending ? (save.variables?.active ?? active) : active}
        onChange={(_, on) => {
          if (on && problem) setOpen('edit')
          else if (!save.isPending) save.mutate({ kind, active: on })
        }}
        slotProps={{ input: { 'aria-label': label } }}
      />
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Box sx={{ fontWeight: 650 }}>{label}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{about}</Box>
        {template && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            Modelo {template.name.replaceAll('_', ' ')} · {priceText(price)}
          </Box>
        )}
        {problem && (active || template) && (
          <Box sx={{ fontSize: '0.8125rem', color: 'error.main' }} role={active ? 'alert' : undefined}>
            {problem}
          </Box>
        )}
        <Box sx={{ mt: 0.5, ml: -1, display: 'flex', flexWrap: 'wrap' }}>
          <Button size="small" onClick={() => setOpen('edit')} aria-label={`Configurar: ${label}`}>
            Configurar
          </Button>
          <Button size="small" onClick={() => setOpen('try')} aria-label={`Testar em um lead: ${label}`}>
            Testar em um lead
          </Button>
        </Box>
      </Box>
      {open === 'edit' && <AutomationDialog automation={automation} onClose={close} />}
      {open === 'try' && <TryDialog kind={kind} onClose={close} />}
    </Box>
  )
}
