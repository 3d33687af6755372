import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { ExportFormat, LogName } from '../../../services/admin/rules.ts'
import type { ErrorRow, SignInRow, SupportAccess } from '../../../services/admin/schema.ts'
import { formatNumber } from '../core/format.ts'
import { Moment } from '../shell/Moment.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Tabs, useTab } from '../ui/Tabs.tsx'
import { Tag } from '../ui/Tag.tsx'
import { AuditTable } from './AuditTable.tsx'
import { download } from './api.ts'
import { knownActions } from './auditLabels.ts'
import { CompanyFilter, type CompanyOption } from './CompanyFilter.tsx'
import { startOfDay } from './days.ts'
import { IntegrityPanel } from './IntegrityPanel.tsx'
import { LogTable } from './LogTable.tsx'
import { type LogFilter, queryOf } from './log.ts'
import { QueuesPanel } from './QueuesPanel.tsx'
import type { Column } from './Table.tsx'

const tabs = [
  { key: 'audit', label: 'Auditoria' },
  { key: 'sign-ins', label: 'Acessos' },
  { key: 'errors', label: 'Erros' },
  { key: 'queues', label: 'Filas' },
  { key: 'support', label: 'Suporte' }
] as const

/** Which filters a log takes. */
const filters: Record<string, readonly (keyof Typed)[]> = {
  audit: ['company', 'person', 'action', 'object', 'requestId', 'from', 'to'],
  'sign-ins': ['company', 'person', 'from', 'to'],
  errors: ['object', 'requestId', 'from', 'to'],
  queues: ['company', 'object', 'from', 'to'],
  support: ['company', 'person', 'object', 'from', 'to']
}

type Typed = {
  company: CompanyOption | null
  person: string
  action: string
  object: string
  requestId: string
  from: string
  to: string
}

const nothing: Typed = { company: null, person: '', action: '', object: '', requestId: '', from: '', to: '' }

type TextFilter = Exclude<keyof Typed, 'company'>

const labels: Record<TextFilter, string> = {
  person: 'Pessoa',
  action: 'Ação',
  object: 'Objeto ou texto',
  requestId: 'Id da requisição',
  from: 'De',
  to: 'Até'
}

const nextDay = (day: string) => new Date(Date.parse(startOfDay(day)) + 86_400_000).toISOString()

const toFilter = ({ company, from, to, ...texts }: Typed): LogFilter => ({
  ...(company && { companyId: company.id }),
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim())),
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: nextDay(to) })
})

const signInColumns: Column<SignInRow>[] = [
  {
    label: 'Quem',
    title: true,
    show: ({ userName, userId }) => <strong>{userName ?? userId ?? 'Desconhecido'}</strong>
  },
  { label: 'Quando', show: ({ at }) => <Moment at={at} /> },
  {
    label: 'Resultado',
    show: ({ outcome }) => <Tag tone={outcome === 'ok' ? 'success' : 'error'}>{outcomes[outcome] ?? outcome}</Tag>
  },
  { label: 'IP', show: ({ ip }) => ip },
  { label: 'Dispositivo', width: '36%', show: ({ userAgent }) => userAgent }
]

const outcomes: Record<string, string> = {
  ok: 'Entrou',
  wrong: 'Senha errada',
  unknown: 'Conta desconhecida',
  throttled: 'Muitas tentativas',
  second_factor: 'Código errado',
  inactive: 'Conta inativa'
}

const errorColumns: Column<ErrorRow>[] = [
  {
    label: 'Erro',
    title: true,
    width: '40%',
    show: ({ route, message }) => (
      <>
        <Box sx={{ fontWeight: 600 }}>{route}</Box>
        <Box sx={{ color: 'text.secondary' }}>{message}</Box>
      </>
    )
  },
  { label: 'Vezes', align: 'right', show: ({ count }) => formatNumber(count) },
  { label: 'Primeira vez', show: ({ firstAt }) => <Moment at={firstAt} /> },
  { label: 'Última vez', show: ({ lastAt }) => <Moment at={lastAt} /> },
  { label: 'Requisição', show: ({ requestIds }) => requestIds[0] }
]

const supportColumns: Column<SupportAccess>[] = [
  { label: 'Quem', title: true, show: ({ userName }) => <strong>{userName}</strong> },
  { label: 'Empresa', show: ({ companyName }) => companyName },
  { label: 'Motivo', width: '32%', show: ({ reason }) => reason },
  { label: 'Início', show: ({ startedAt }) => <Moment at={startedAt} /> },
  { label: 'Fim', show: ({ open, endedAt, endsAt }) => (open ? 'Em andamento' : <Moment at={endedAt ?? endsAt} />) }
]

/** What happened: who did what, who came in, what failed, what waits. */
export default function LogsPage() {
  const tab = useTab(tabs)
  return (
    <>
      <PageHead title="Registros" />
      <Tabs tabs={tabs} label="Tipos de registro" />
      <Log key={tab} tab={tab} />
    </>
  )
}

function Log({ tab }: { tab: string }) {
  const [typed, setTyped] = useState(nothing)
  const [filter, setFilter] = useState<LogFilter>({})
  const log: LogName = tab === 'queues' ? 'jobs' : (tab as LogName)
  const path = `/logs/${log}`
  const used = filters[tab] ?? []
  const filtered = Object.keys(filter).length > 0

  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {tab === 'audit' && <IntegrityPanel />}
      <Box
        component="form"
        role="search"
        onSubmit={event => {
          event.preventDefault()
          setFilter(toFilter(typed))
        }}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
      >
        {used.map(name =>
          name === 'company' ? (
            <CompanyFilter
              key={name}
              value={typed.company}
              own={tab === 'audit'}
              onChange={company => setTyped({ ...typed, company })}
            />
          ) : (
            <FilterInput
              key={name}
              name={name}
              value={typed[name]}
              onChange={text => setTyped({ ...typed, [name]: text })}
            />
          )
        )}
        <Button type="submit" variant="outlined">
          Filtrar
        </Button>
        {filtered && (
          <Button
            onClick={() => {
              setTyped(nothing)
              setFilter({})
            }}
          >
            Limpar filtros
          </Button>
        )}
        <Box sx={{ ml: { sm: 'auto' }, display: 'flex', gap: 1 }}>
          <ExportButton log={log} filter={filter} format="csv" />
          <ExportButton log={log} filter={filter} format="jsonl" />
        </Box>
      </Box>
      {tab === 'queues' ? (
        <QueuesPanel filter={filter} />
      ) : (
        <Card>
          {tab === 'audit' && <AuditTable path={path} filter={filter} everyCompany />}
          {tab === 'sign-ins' && (
            <LogTable<SignInRow>
              path={path}
              filter={filter}
              label="Acessos"
              columns={signInColumns}
              keyOf={({ id }) => id}
              empty={{ title: 'Nenhum acesso', text: 'Nenhum acesso corresponde aos filtros.' }}
            />
          )}
          {tab === 'errors' && (
            <LogTable<ErrorRow>
              path={path}
              filter={filter}
              label="Erros"
              columns={errorColumns}
              keyOf={({ id }) => id}
              empty={{ title: 'Nenhum erro', text: 'Nenhuma requisição falhou por nossa causa neste período.' }}
            />
          )}
          {tab === 'support' && (
            <LogTable<SupportAccess>
              path={path}
              filter={filter}
              label="Acessos de suporte"
              columns={supportColumns}
              keyOf={({ id }) => id}
              empty={{ title: 'Nenhum acesso de suporte', text: 'Ninguém da equipe acessou os dados de uma empresa.' }}
            />
          )}
        </Card>
      )}
    </Box>
  )
}

type InputProps = { name: TextFilter; value: string; onChange: (text: string) => void }

function FilterInput({ name, value, onChange }: InputProps) {
  const day = name === 'from' || name === 'to'
  return (
    <TextField
      label={labels[name]}
      type={day ? 'date' : 'text'}
      select={name === 'action'}
      value={value}
      onChange={event => onChange(event.target.value)}
      sx={{ flex: { xs: '1 1 130px', sm: '0 1 170px' }, minWidth: 130 }}
      slotProps={{ inputLabel: { shrink: day ? true : undefined } }}
    >
      {name === 'action' && [
        <MenuItem key="" value="">
          Todas
        </MenuItem>,
        ...knownActions.map(([action, label]) => (
          <MenuItem key={action} value={action}>
            {label}
          </MenuItem>
        ))
      ]}
    </TextField>
  )
}

function ExportButton({ log, filter, format }: { log: LogName; filter: LogFilter; format: ExportFormat }) {
  const notify = useNotify()
  const day = new Date().toISOString().slice(0, 10)
  return (
    <Button
      startIcon={<DownloadIcon />}
      onClick={() =>
        void download(`/logs/${log}/export?${queryOf({ ...filter, format })}`, `${log}-${day}.${format}`).catch(
          (error: Error) => notify(error.message, { type: 'error' })
        )
      }
    >
      {format.toUpperCase()}
    </Button>
  )
}
