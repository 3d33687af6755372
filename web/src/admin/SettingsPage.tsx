import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import type { SettingChange } from '../../../services/admin/schema.ts'
import type { Settings } from '../../../services/settings/schema.ts'
import { Moment } from '../shell/Moment.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Tabs, useTab } from '../ui/Tabs.tsx'
import { Changes } from './AuditTable.tsx'
import { call, useAct, useRead } from './api.ts'
import { actionLabel } from './auditLabels.ts'
import { useDraft } from './draft.ts'
import { Loaded } from './Loaded.tsx'
import { PlansPanel } from './PlansPanel.tsx'
import { type Column, Rows } from './Table.tsx'

type Kind = 'number' | 'text' | 'long' | 'switch' | 'questions'
type Field = { name: keyof Settings; label: string; kind: Kind; help?: string }

const sections: { key: string; label: string; text: string; fields: Field[] }[] = [
  {
    key: 'trial',
    label: 'Teste',
    text: 'Vale para empresas criadas a partir de agora.',
    fields: [{ name: 'trialDays', label: 'Dias de teste grátis', kind: 'number', help: 'De 1 a 90' }]
  },
  {
    key: 'security',
    label: 'Segurança',
    text: 'Vale em seguida para todos, inclusive para as sessões abertas.',
    fields: [
      {
        name: 'sessionIdleMinutes',
        label: 'Minutos sem uso até a sessão expirar',
        kind: 'number',
        help: 'De 5 a 1.440'
      },
      { name: 'sessionClientDays', label: 'Dias de uma sessão de cliente', kind: 'number', help: 'De 1 a 90' },
      { name: 'sessionStaffHours', label: 'Horas de uma sessão da equipe', kind: 'number', help: 'De 1 a 72' },
      {
        name: 'staffSecondFactor',
        label: 'Exigir a verificação em duas etapas da equipe',
        kind: 'switch',
        help: 'Quem ainda não ativou só consegue ativá-la ao entrar.'
      },
      {
        name: 'alphanumericCnpj',
        label: 'Aceitar CNPJ alfanumérico',
        kind: 'switch',
        help: 'Os campos públicos passam a aceitar letras no CNPJ.'
      }
    ]
  },
  {
    key: 'assistant',
    label: 'Assistente',
    text: 'Como o produto e a assistente virtual se apresentam.',
    fields: [
      { name: 'productName', label: 'Nome do produto', kind: 'text' },
      { name: 'assistantName', label: 'Nome da assistente', kind: 'text' },
      { name: 'starterQuestions', label: 'Perguntas iniciais', kind: 'questions', help: 'Cinco, uma por linha' }
    ]
  },
  {
    key: 'retention',
    label: 'Retenção',
    text: 'O que passar deste prazo é apagado dos registros de erros e de acessos. A auditoria nunca é apagada.',
    fields: [
      { name: 'logRetentionDays', label: 'Dias de retenção dos registros', kind: 'number', help: 'De 30 a 1.825' }
    ]
  },
  {
    key: 'contact',
    label: 'Contato',
    text: 'Aparece na página de contato. O que ficar vazio não aparece.',
    fields: [
      { name: 'contactWhatsapp', label: 'WhatsApp', kind: 'text', help: 'Com DDD, como (11) 98765-4321' },
      { name: 'contactEmail', label: 'E-mail', kind: 'text' },
      {
        name: 'contactHours',
        label: 'Horário de atendimento',
        kind: 'text',
        help: 'Como: segunda a sexta, das 9h às 18h'
      },
      { name: 'contactAddress', label: 'Endereço', kind: 'text' },
      {
        name: 'privacyName',
        label: 'Responsável pelos dados pessoais',
        kind: 'text',
        help: 'O nome da pessoa ou do canal, como pede a LGPD'
      },
      { name: 'privacyEmail', label: 'E-mail para pedidos sobre dados pessoais', kind: 'text' }
    ]
  },
  {
    key: 'notice',
    label: 'Aviso',
    text: 'Aparece no alto de todas as páginas. Deixe vazio para não mostrar nada.',
    fields: [{ name: 'maintenanceNotice', label: 'Aviso', kind: 'long', help: 'No máximo 300 caracteres' }]
  }
]

const tabs = [
  { key: 'plans', label: 'Planos' },
  ...sections.map(({ key, label }) => ({ key, label })),
  { key: 'mail', label: 'E-mail' }
]

/** What holds for the whole installation. */
export default function SettingsPage() {
  const tab = useTab(tabs)
  const section = sections.find(({ key }) => key === tab)
  const reading = useRead<Settings>('/settings')
  return (
    <>
      <PageHead title="Configurações" />
      <Tabs tabs={tabs} label="Seções das configurações" />
      <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>
        {section ? (
          <Loaded of={reading} what="as configurações">
            {settings => <Section key={section.key + JSON.stringify(settings)} section={section} settings={settings} />}
          </Loaded>
        ) : tab === 'mail' ? (
          <MailTest />
        ) : (
          <PlansPanel />
        )}
        <History />
      </Box>
    </>
  )
}

const toText = (value: Settings[keyof Settings]): string | boolean =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.join('\n') : String(value)

function toValue(kind: Kind, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  if (kind === 'number') return value.trim() === '' ? null : Number(value)
  if (kind === 'questions')
    return value
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
  return value.trim()
}

type SectionProps = { section: (typeof sections)[number]; settings: Settings }

function Section({ section: { label, text, fields }, settings }: SectionProps) {
  const start = Object.fromEntries(fields.map(({ name }) => [name, toText(settings[name])]))
  const { draft, change, errors, fail } = useDraft<Record<string, string | boolean>>(start)
  const dirty = fields.some(({ name }) => draft[name] !== start[name])
  const save = useAct({
    run: () =>
      call(
        'PUT',
        '/settings',
        Object.fromEntries(fields.map(({ name, kind }) => [name, toValue(kind, draft[name] ?? '')]))
      ),
    done: 'Configurações salvas',
    onFailure: fail
  })

  const show = ({ name, label: title, kind, help }: Field): ReactNode => {
    const value = draft[name]
    if (typeof value === 'boolean')
      return (
        <FormControlLabel
          key={name}
          control={<Switch checked={value} onChange={(_event, on) => change(name, on)} />}
          sx={{ alignItems: 'flex-start' }}
          label={
            <Box component="span" sx={{ display: 'block', pt: 0.75 }}>
              <span>{title}</span>
              <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
                {help}
              </Box>
            </Box>
          }
        />
      )
    const many = kind === 'long' || kind === 'questions'
    return (
      <TextField
        key={name}
        label={title}
        value={value}
        onChange={event => change(name, event.target.value)}
        error={errors[name] !== undefined}
        helperText={errors[name] ?? help}
        multiline={many}
        minRows={many ? 3 : undefined}
        sx={{ maxWidth: kind === 'number' ? 320 : undefined }}
        slotProps={{ htmlInput: { inputMode: kind === 'number' ? 'numeric' : undefined } }}
      />
    )
  }

  return (
    <Panel title={label}>
      <Box
        component="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save.mutate(undefined)
        }}
        sx={{ display: 'grid', gap: 2, maxWidth: 640 }}
      >
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {text}
        </Box>
        {fields.map(show)}
        <div>
          <Button type="submit" variant="contained" disabled={!dirty || save.isPending}>
            Salvar
          </Button>
        </div>
      </Box>
    </Panel>
  )
}

function MailTest() {
  const test = useAct({
    run: () => call<{ to: string; kept: boolean }>('POST', '/settings/test-mail'),
    done: ({ to, kept }) =>
      kept
        ? 'Nenhum servidor de e-mail está configurado: a mensagem ficou na caixa de saída.'
        : `E-mail enviado para ${to}`
  })
  return (
    <Panel title="E-mail">
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          Envia uma mensagem de teste para o seu próprio endereço.
        </Box>
        <Button variant="outlined" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
          Testar e-mail
        </Button>
      </Box>
    </Panel>
  )
}

function History() {
  const reading = useRead<SettingChange[]>('/settings/changes')
  const undo = useAct({
    run: (seq: number) => call('POST', '/settings/undo', { seq }),
    done: 'Alteração desfeita'
  })
  const columns: Column<SettingChange>[] = [
    {
      label: 'O quê',
      title: true,
      show: ({ action, objectName }) => (
        <strong>
          {actionLabel(action)}
          {objectName ? `: ${objectName}` : ''}
        </strong>
      )
    },
    { label: 'Quem', show: ({ actorName }) => actorName },
    { label: 'Quando', show: ({ at }) => <Moment at={at} /> },
    { label: 'Alterações', width: '40%', show: ({ action, changes }) => <Changes action={action} changes={changes} /> },
    {
      label: 'Ações',
      show: ({ seq, undoable }) =>
        undoable ? (
          <Button size="small" disabled={undo.isPending} onClick={() => undo.mutate(seq)}>
            Desfazer
          </Button>
        ) : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Já substituída
          </Box>
        )
    }
  ]
  return (
    <Card component="section" aria-label="Alterações anteriores">
      <Box component="h2" sx={{ typography: 'h2', m: 0, p: { xs: 2, sm: 2.5 }, pb: { xs: 1, sm: 1 } }}>
        Alterações anteriores
      </Box>
      <Loaded of={reading} what="as alterações">
        {changes =>
          changes.length === 0 ? (
            <Alert severity="info" sx={{ m: 2 }}>
              Nada foi alterado ainda.
            </Alert>
          ) : (
            <Rows label="Alterações anteriores" columns={columns} rows={changes} keyOf={({ seq }) => String(seq)} />
          )
        }
      </Loaded>
    </Card>
  )
}
