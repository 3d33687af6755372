import { WhatsappConfig, type WhatsappSettings } from '../../../../../../services/messaging/channels/whatsapp/schema.ts'
import { useFeatures } from '../../../../shell/features.ts'
import { Panel } from '../../../../ui/Panel.tsx'
import { CostsPanel } from '../../../prices/CostsPanel.tsx'
import { TemplatesPanel } from '../../../templates/TemplatesPanel.tsx'
import { AccountForm, type Field } from '../../settings/AccountForm.tsx'
import { ChannelSettings } from '../../settings/ChannelSettings.tsx'
import { Checkup } from '../../settings/Checkup.tsx'
import { Webhooks } from '../meta/Webhooks.tsx'
import { PastPanel } from './PastPanel.tsx'
import { ReadingForm } from './ReadingForm.tsx'

const kind = 'whatsapp'

const fields: readonly Field[] = [
  {
    name: 'phoneNumberId',
    label: 'Identificação do número (phone number ID)',
    help: 'No painel da Meta, em WhatsApp, Configuração da API. Só dígitos.',
    required: true
  },
  {
    name: 'wabaId',
    label: 'Identificação da conta (WhatsApp Business Account ID)',
    help: 'Na mesma página. Só dígitos.'
  },
  {
    name: 'token',
    label: 'Token de acesso',
    help: 'De um usuário do sistema, com whatsapp_business_messaging e whatsapp_business_management.',
    secret: true
  },
  {
    name: 'appSecret',
    label: 'Chave secreta do aplicativo',
    help: 'Em Configurações do aplicativo, Básico. Confere se os avisos vêm mesmo da Meta.',
    secret: true
  }
]

/** The panels that later features have for the channel. */
const Further = () =>
  useFeatures().map(({ name, channelPanels }) => {
    const Part = channelPanels?.[kind]
    return Part && <Part key={name} />
  })

/** Connects the company's number step by step. */
export const Settings = () => (
  <ChannelSettings<WhatsappSettings> kind={kind}>
    {(settings, connected) => (
      <>
        <Panel title="1. Número e token">
          <AccountForm kind={kind} settings={settings} fields={fields} schema={WhatsappConfig} />
        </Panel>
        <Panel title="2. Avisos da Meta">
          <Webhooks kind={kind} settings={settings} />
        </Panel>
        <Panel title="3. Testar e ligar">
          <Checkup kind={kind} settings={settings} first="Salve o número e o token" />
        </Panel>
        {connected && (
          <Panel title="Modelos">
            <TemplatesPanel />
          </Panel>
        )}
        {connected && <Further />}
        {connected && (
          <Panel title="Custos do mês">
            <CostsPanel />
          </Panel>
        )}
        {connected && (
          <Panel title="Leitura">
            <ReadingForm on={settings.confirmsReading} />
          </Panel>
        )}
        {connected && <PastPanel />}
      </>
    )}
  </ChannelSettings>
)
