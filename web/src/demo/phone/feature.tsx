import PhoneIcon from '@mui/icons-material/PhoneAndroidOutlined'
import { isDemonstration } from '../../shell/demonstration.ts'
import type { Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

/** Only a demonstration has an entry in the menu: elsewhere there is no customer to play. */
export const phone: Feature = {
  name: 'phone',
  pages: [{ path: '/demo/telefone', Page: pageOnDemand(() => import('./PhonePage.tsx')) }],
  menu: isDemonstration()
    ? [
        {
          under: 'Testes',
          to: '/demo/telefone',
          label: 'Telefone do cliente',
          shortLabel: 'Telefone',
          icon: <PhoneIcon />
        }
      ]
    : []
}
