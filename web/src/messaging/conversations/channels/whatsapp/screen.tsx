import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import { onDemand } from '../../../../ui/onDemand.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import type { ChannelScreen } from '../screen.ts'

export const whatsapp: ChannelScreen = {
  Icon: WhatsAppIcon,
  title: 'WhatsApp',
  letter: 'w',
  missing: 'Conecte o número da sua empresa, e as mensagens dos clientes aparecem aqui para toda a equipe.',
  address: 'Número',
  Settings: onDemand(async () => (await import('./Settings.tsx')).Settings, <Spinner />),
  staff: {
    description: 'Conversas das empresas pela API oficial da Meta',
    app: 'Para usar um aplicativo só, defina META_APP_SECRET e META_VERIFY_TOKEN na instalação.'
  }
}
