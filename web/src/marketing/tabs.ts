import type { ComponentType } from 'react'
import type { Permission } from '../../../services/auth/rules.ts'
import { CampaignsTab } from '../campaigns/CampaignsTab.tsx'
import { TemplatesTab } from '../mailTemplates/TemplatesTab.tsx'
import { SenderTab } from '../senders/SenderTab.tsx'
import { SeriesTab } from '../series/SeriesTab.tsx'
import { SuppressionsTab } from '../suppressions/SuppressionsTab.tsx'
import type { Tab } from '../ui/Tabs.tsx'

/**
 * The parts of the page of e-mail marketing, in their order. A part adds its tab here, and nowhere else; a
 * permission that its tab needs is one of those that open the page.
 */
export const marketingTabs: readonly (Tab & { Content: ComponentType; needs: Permission })[] = [
  { key: 'campaigns', label: 'Campanhas', Content: CampaignsTab, needs: 'send_email' },
  { key: 'series', label: 'Sequências automáticas', Content: SeriesTab, needs: 'send_email' },
  { key: 'templates', label: 'Modelos', Content: TemplatesTab, needs: 'send_email' },
  { key: 'suppressions', label: 'Descadastros', Content: SuppressionsTab, needs: 'send_email' },
  { key: 'sender', label: 'Remetente', Content: SenderTab, needs: 'manage_channels' }
]
