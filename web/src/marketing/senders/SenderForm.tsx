import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { senderTexts } from '../../../../services/marketing/senders/rules.ts'
import { SenderConfig } from '../../../../services/marketing/senders/schema.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../ui/form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type SenderSettings, useSenderSave } from './api.ts'
import { configOf, draftOf, faultsOf } from './draft.ts'
import { InboxPreview } from './InboxPreview.tsx'
import { PaceFields, ServerFields } from './ServerFields.tsx'

/** The form of the sender and its server. Typed values are kept until they are saved. */
export function SenderForm({ settings: { sender, installationSends, answers } }: { settings: SenderSettings }) {
  const form = useForm(SenderConfig, draftOf(sender), useSenderSave(), {
    toBody: configOf,
    check: faultsOf,
    keep: 'sender',
    secret: ['password']
  })
  const { name, address, replyTo, own } = form.values

  return (
    <Panel title="1. Remetente">
      <Form {...form} autoComplete="off" sx={{ display: 'grid', gap: 2 }}>
        <Field
          required
          name="name"
          label="Nome do remetente"
          help="Como o cliente conhece a empresa. Ex.: Padaria Central"
          longest={100}
        />
        <Field
          required
          kind="email"
          name="address"
          label="E-mail do remetente"
          help="Do domínio da empresa, como contato@suaempresa.com.br. Gmail e Hotmail não servem."
        />
        <Field
          kind="email"
          name="replyTo"
          label="Responder para (opcional)"
          help="Para onde vão as respostas dos clientes. Vazio, vão para o e-mail do remetente."
        />
        <InboxPreview name={name} address={address} />
        <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid', gap: 1, minWidth: 0 }}>
          <Box component="legend" sx={{ p: 0, mb: 1, fontWeight: 600 }}>
            Por onde os e-mails saem
          </Box>
          <Choice
            name="server"
            value="installation"
            checked={!own}
            onChange={() => form.change('own', false)}
            title="Usar o envio da Prosa"
          >
            O mais simples: nada a configurar aqui.
          </Choice>
          <Choice
            name="server"
            value="own"
            checked={own}
            onChange={() => form.change('own', true)}
            title="Usar meu servidor"
          >
            Para quem já tem um servidor de envio (SMTP) em um provedor de e-mail.
          </Choice>
        </Box>
        {!own && !installationSends && <Alert severity="warning">{senderTexts.noMail}</Alert>}
        {own && <ServerFields passwordSet={sender?.smtp?.passwordSet ?? false} />}
        <PaceFields draft={form.values} />
        <Field
          kind="check"
          name="tracking"
          label="Contar cliques e aberturas"
          help="Desligado, os links levam direto aonde apontam e o relatório fica sem esses números."
        />
        {answers !== 'unavailable' && (
          <Field
            kind="check"
            name="takesAnswers"
            label="Registrar no lead as respostas por e-mail"
            help={`A resposta passa pela Prosa: fica no lead, interrompe as sequências e segue na hora, com os anexos, para ${
              replyTo.trim() || address.trim() || 'o e-mail do remetente'
            }. Desligado, ela vai direto para lá e não aparece aqui.`}
          />
        )}
        <SaveButton label="Salvar" busy="Salvando e conferindo…">
          {form.isDirty && !form.saving && <Button onClick={form.discard}>Descartar alterações</Button>}
        </SaveButton>
      </Form>
    </Panel>
  )
}
