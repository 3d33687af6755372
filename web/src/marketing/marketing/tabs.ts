import type { ComponentType } from 'react'
import type { Permission } from '../../../../services/account/auth/rules.ts'
import type { Tab } from '../../ui/Tabs.tsx'
import { CampaignsTab, NewCampaignButton } from '../campaigns/CampaignsTab.tsx'
import { NewTemplateButton, TemplatesTab } from '../mailTemplates/TemplatesTab.tsx'
import { SenderTab } from '../senders/SenderTab.tsx'
import { NewSeriesButton, SeriesTab } from '../series/SeriesTab.tsx'
import { BlockButton, SuppressionsTab } from '../suppressions/SuppressionsTab.tsx'

type MarketingTab = Tab & {
  Content: ComponentType
  /** The main action of the tab, shown in the head of the page. */
  Primary?: ComponentType
  needs: Permission
}

/**
 * The parts of the page of e-mail marketing, in their order. A part adds its tab here, and nowhere else; a
 * permission that its tab needs is one of those that open the page.
 */
export const marketingTabs: readonly MarketingTab[] = [
  { key: 'campaigns', label: 'Campanhas', Content: CampaignsTab, Primary: NewCampaignButton, needs: 'send_email' },
  { key: 'series', label: 'Sequências automáticas', Content: SeriesTab, Primary: NewSeriesButton, needs: 'send_email' },
  { key: 'templates', label: 'Modelos', Content: TemplatesTab, Primary: NewTemplateButton, needs: 'send_email' },
  { key: 'suppressions', label: 'Descadastros', Content: SuppressionsTab, Primary: BlockButton, needs: 'send_email' },
  { key: 'sender', label: 'Remetente', Content: SenderTab, needs: 'manage_channels' }
]
