import PriceIcon from '@mui/icons-material/PaymentsOutlined'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const needs = 'manage_integrations'

/** The prices of WhatsApp, for staff. */
export const prices: Feature = {
  name: 'prices',
  pages: [{ path: '/whatsapp-prices', Page: pageOnDemand(() => import('./PricesPage.tsx')), needs }],
  menu: [{ under: 'Sistema', to: '/admin/whatsapp-prices', label: 'Preços do WhatsApp', icon: <PriceIcon />, needs }]
}
