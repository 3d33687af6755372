import Box from '@mui/material/Box'
import { type ChannelKind, channelNames } from '../../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings } from '../../../../../../services/messaging/channels/schema.ts'
import { CopyField } from '../../../../ui/CopyField.tsx'

/** The values to enter at Meta, so that it reports messages. */
export const Webhooks = ({ kind, settings }: { kind: ChannelKind; settings: ChannelSettings }) => (
  <>
    <Box component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
      No painel do seu aplicativo na Meta, em Webhooks do {channelNames[kind]}, cole o endereço e o token abaixo e
      assine o campo <b>messages</b>. Sem isso as mensagens não chegam aqui.
      {kind === 'whatsapp' && (
        <>
          {' '}
          Assine também <b>account_update</b>, <b>phone_number_quality_update</b> e <b>business_capability_update</b>,
          para ser avisado de um bloqueio ou de uma queda na qualidade; e <b>message_template_status_update</b>,{' '}
          <b>message_template_quality_update</b> e <b>template_category_update</b>, para ver na hora o que foi decidido
          sobre os seus modelos.
        </>
      )}
    </Box>
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <CopyField label="URL de callback" value={settings.callbackUrl} />
      {settings.verifyToken ? (
        <CopyField label="Token de verificação" value={settings.verifyToken} />
      ) : (
        <Box sx={{ color: 'text.secondary' }}>O token de verificação aparece depois que o passo 1 é salvo.</Box>
      )}
    </Box>
  </>
)
