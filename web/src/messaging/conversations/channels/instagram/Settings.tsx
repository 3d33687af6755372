import Box from '@mui/material/Box'
import {
  InstagramConfig,
  type InstagramSettings
} from '../../../../../../services/messaging/channels/instagram/schema.ts'
import { Panel } from '../../../../ui/Panel.tsx'
import { AccountForm, type Field } from '../../settings/AccountForm.tsx'
import { ChannelSettings } from '../../settings/ChannelSettings.tsx'
import { Checkup } from '../../settings/Checkup.tsx'
import { Webhooks } from '../meta/Webhooks.tsx'
import { InstagramLogin } from './InstagramLogin.tsx'

const kind = 'instagram'

const fields: readonly Field[] = [
  {
    name: 'accountId',
    label: 'Identificação da conta profissional',
    help: 'No painel da Meta, em Instagram, Configuração da API. Só dígitos.',
    required: true
  },
  {
    name: 'token',
    label: 'Token de acesso',
    help: 'Com instagram_business_basic e instagram_business_manage_messages. Vale 60 dias e é renovado sozinho.',
    secret: true
  },
  {
    name: 'appSecret',
    label: 'Chave secreta do aplicativo',
    help: 'Na mesma página. Confere se os avisos vêm mesmo da Meta.',
    secret: true
  }
]

/** Connects the company's account step by step, by Instagram Login where the installation has an app for it. */
export const Settings = () => (
  <ChannelSettings<InstagramSettings> kind={kind}>
    {(settings, connected) => {
      const account = <AccountForm kind={kind} settings={settings} fields={fields} schema={InstagramConfig} />
      const webhooks = <Webhooks kind={kind} settings={settings} />
      return (
        <>
          {settings.loginOffered ? (
            <Panel title="1. Conta do Instagram">
              <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
                Entre com a conta profissional da empresa e permita o acesso às mensagens. A conexão se renova sozinha.
              </Box>
              <InstagramLogin label={connected ? 'Conectar de novo' : 'Conectar com Instagram'} />
              <Box component="details" sx={{ mt: 2 }}>
                <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', py: 1 }}>
                  Ou use um aplicativo seu na Meta
                </Box>
                <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
                  {account}
                  <div>{webhooks}</div>
                </Box>
              </Box>
            </Panel>
          ) : (
            <>
              <Panel title="1. Conta e token">{account}</Panel>
              <Panel title="2. Avisos da Meta">{webhooks}</Panel>
            </>
          )}
          <Panel title={`${settings.loginOffered ? 2 : 3}. Testar e ligar`}>
            <Checkup kind={kind} settings={settings} first="Conecte a conta" />
          </Panel>
        </>
      )
    }}
  </ChannelSettings>
)
