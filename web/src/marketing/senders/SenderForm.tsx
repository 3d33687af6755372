import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isFreeMail, paceBounds, senderTexts } from '../../../../services/marketing/senders/rules.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useKept } from '../../ui/kept.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type SenderSettings, useSenderSave } from './api.ts'
import { type Change, configOf, draftOf, type SenderDraft } from './draft.ts'
import { InboxPreview } from './InboxPreview.tsx'
import { PaceFields, ServerFields } from './ServerFields.tsx'

const required = 'Este campo é obrigatório'

/** Who sends, and by which server. What is typed stays until it is saved. */
export function SenderForm({ settings: { sender, installationSends, answers } }: { settings: SenderSettings }) {
  const [kept, keep, forget] = useKept<SenderDraft | null>('sender', null)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  // What was kept by an older version may lack a field.
  const draft = { ...draftOf(sender), ...kept }
  const change: Change = changes => keep({ ...draft, ...changes })
  function clear(): void {
    forget()
    setPassword('')
    setErrors({})
  }
  const save = useSenderSave({
    onDone: clear,
    onRefused: setErrors
  })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const faults = faultsOf(draft)
    setErrors(faults)
    if (Object.keys(faults).length > 0 || save.isPending) return
    save.mutate(configOf(draft, password))
  }

  return (
    <Panel title="1. Remetente">
      <Box
        component="form"
        noValidate
        autoComplete="off"
        onSubmit={submit}
        // What would be typed while the records are looked up would be lost.
        inert={save.isPending}
        sx={{ display: 'grid', gap: 2 }}
      >
        <TextField
          label="Nome do remetente"
          value={draft.name}
          required
          error={Boolean(errors.name)}
          helperText={errors.name || 'Como o cliente conhece a empresa. Ex.: Padaria Central'}
          onChange={event => change({ name: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <TextField
          label="E-mail do remetente"
          type="email"
          value={draft.address}
          required
          error={Boolean(errors.address)}
          helperText={
            errors.address || 'Do domínio da empresa, como contato@suaempresa.com.br. Gmail e Hotmail não servem.'
          }
          onChange={event => change({ address: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 254, spellCheck: false } }}
        />
        <TextField
          label="Responder para (opcional)"
          type="email"
          value={draft.replyTo}
          error={Boolean(errors.replyTo)}
          helperText={
            errors.replyTo || 'Para onde vão as respostas dos clientes. Vazio, vão para o e-mail do remetente.'
          }
          onChange={event => change({ replyTo: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 254, spellCheck: false } }}
        />
        <InboxPreview name={draft.name} address={draft.address} />
        <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, display: 'grid', gap: 1, minWidth: 0 }}>
          <Box component="legend" sx={{ p: 0, mb: 1, fontWeight: 600 }}>
            Por onde os e-mails saem
          </Box>
          <Choice
            name="server"
            value="installation"
            checked={!draft.own}
            onChange={() => change({ own: false })}
            title="Usar o envio da Prosa"
          >
            O mais simples: nada a configurar aqui.
          </Choice>
          <Choice
            name="server"
            value="own"
            checked={draft.own}
            onChange={() => change({ own: true })}
            title="Usar meu servidor"
          >
            Para quem já tem um servidor de envio (SMTP) em um provedor de e-mail.
          </Choice>
        </Box>
        {!draft.own && !installationSends && <Alert severity="warning">{senderTexts.noMail}</Alert>}
        {draft.own && (
          <ServerFields
            draft={draft}
            change={change}
            errors={errors}
            password={password}
            setPassword={setPassword}
            passwordSet={sender?.smtp?.passwordSet ?? false}
          />
        )}
        <PaceFields draft={draft} change={change} errors={errors} />
        <Option label="Contar cliques e aberturas" checked={draft.tracking} onChange={tracking => change({ tracking })}>
          Desligado, os links levam direto aonde apontam e o relatório fica sem esses números.
        </Option>
        {answers !== 'unavailable' && (
          <Option
            label="Registrar no lead as respostas por e-mail"
            checked={draft.takesAnswers}
            onChange={takesAnswers => change({ takesAnswers })}
          >
            A resposta passa pela Prosa: fica no lead, interrompe as sequências e segue na hora, com os anexos, para{' '}
            {draft.replyTo.trim() || draft.address.trim() || 'o e-mail do remetente'}. Desligado, ela vai direto para lá
            e não aparece aqui.
          </Option>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button type="submit" variant="contained" aria-busy={save.isPending}>
            {save.isPending ? 'Salvando e conferindo…' : 'Salvar'}
          </Button>
          {(kept || password) && !save.isPending && <Button onClick={clear}>Descartar alterações</Button>}
        </Box>
      </Box>
    </Panel>
  )
}

type OptionProps = { label: string; checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

function Option({ label, checked, onChange, children }: OptionProps) {
  return (
    <FormControlLabel
      sx={{ alignItems: 'flex-start' }}
      control={<Checkbox sx={{ mt: -1 }} checked={checked} onChange={event => onChange(event.target.checked)} />}
      label={
        <>
          {label}
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>
        </>
      }
    />
  )
}

function faultsOf(draft: SenderDraft): Record<string, string> {
  const faults: Record<string, string> = {}
  const domain = draft.address
    .slice(draft.address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  if (!draft.name.trim()) faults.name = required
  if (!draft.address.trim()) faults.address = required
  else if (isFreeMail(domain)) faults.address = senderTexts.freeMail(domain)
  else if (!/^[^\s@]+@[^\s@]+$/.test(draft.address.trim())) faults.address = senderTexts.address
  if (draft.own && !draft.host.trim()) faults.host = required
  if (draft.own && !(/^\d{1,5}$/.test(draft.port.trim()) && Number(draft.port) >= 1 && Number(draft.port) <= 65_535))
    faults.port = 'Digite um número de 1 a 65535.'
  for (const [name, max] of Object.entries(paceBounds)) {
    const value = draft[name as keyof typeof paceBounds].trim()
    if (value && !(/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= max))
      faults[name] = `Digite um número de 1 a ${max.toLocaleString('pt-BR')}, ou deixe vazio.`
  }
  return faults
}
