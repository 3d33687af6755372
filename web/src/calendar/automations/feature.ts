import type { Feature } from '../../shell/features.ts'
import { onDemand } from '../../ui/onDemand.tsx'

/** The automatic messages of WhatsApp, below its settings. */
export const automations: Feature = {
  name: 'automations',
  channelPanels: { whatsapp: onDemand(async () => (await import('./AutomationsPanel.tsx')).AutomationsPanel, null) },
  refreshes: [{ key: 'automations', on: ['channel-changed', 'templates-changed', 'calendar-changed'] }]
}
