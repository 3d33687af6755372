import InstagramIcon from '@mui/icons-material/Instagram'
import { onDemand } from '../../../../ui/onDemand.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import type { ChannelScreen } from '../screen.ts'

/** Instagram sends people back after they let the product in, or did not. */
const backFromInstagram = (): boolean => {
  const query = new URLSearchParams(location.search)
  return query.has('state') && (query.has('code') || query.has('error'))
}

export const instagram: ChannelScreen = {
  Icon: InstagramIcon,
  title: 'Mensagens do Instagram',
  letter: 'i',
  missing: 'Quando o canal da sua empresa for conectado, as mensagens diretas aparecem aqui.',
  address: 'Conta',
  Settings: onDemand(async () => (await import('./Settings.tsx')).Settings, <Spinner />),
  sentBack: {
    here: backFromInstagram,
    Page: onDemand(async () => (await import('./InstagramReturn.tsx')).InstagramReturn, <Spinner />)
  },
  staff: {
    description: 'Mensagens diretas das contas profissionais das empresas',
    app: 'Para que as empresas entrem com o Instagram, defina INSTAGRAM_APP_ID e INSTAGRAM_APP_SECRET na instalação.'
  }
}
