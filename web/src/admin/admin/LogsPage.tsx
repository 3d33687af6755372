import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useState } from 'react'
import type { ErrorRow, SignInRow } from '../../../../services/admin/admin/logSchema.ts'
import type { ExportFormat, LogName } from '../../../../services/admin/admin/rules.ts'
import type { SupportAccess } from '../../../../services/admin/admin/schema.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { AuditTable } from './AuditTable.tsx'
import { type LogFilter, logPath, useLogExport } from './api.ts'
import { InboundMails } from './InboundMails.tsx'
import { IntegrityPanel } from './IntegrityPanel.tsx'
import { LogFilters } from './LogFilters.tsx'
import { LogTable } from './LogTable.tsx'
import { errorColumns, signInColumns, supportColumns } from './logColumns.tsx'
import { QueuesPanel } from './QueuesPanel.tsx'

const tabs = [
  { key: 'audit', label: 'Auditoria' },
  { key: 'sign-ins', label: 'Acessos' },
  { key: 'errors', label: 'Erros' },
  { key: 'queues', label: 'Filas' },
  { key: 'support', label: 'Suporte' },
  { key: 'inbound-mails', label: 'E-mails recebidos' }
] as const

/** The logs: audit, sign-ins, mails and jobs. */
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
  const [filter, setFilter] = useState<LogFilter>({})
  const log: LogName = tab === 'queues' ? 'jobs' : (tab as LogName)
  const path = logPath(log)

  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {tab === 'audit' && <IntegrityPanel />}
      <LogFilters tab={tab} filter={filter} onChange={setFilter}>
        <Box sx={{ ml: { sm: 'auto' }, display: 'flex', gap: 1 }}>
          <ExportButton log={log} filter={filter} format="csv" />
          <ExportButton log={log} filter={filter} format="jsonl" />
        </Box>
      </LogFilters>
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
          {tab === 'inbound-mails' && <InboundMails path={path} filter={filter} />}
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

function ExportButton({ log, filter, format }: { log: LogName; filter: LogFilter; format: ExportFormat }) {
  const { mutate } = useLogExport(log, format)
  return (
    <Button startIcon={<DownloadIcon />} onClick={() => mutate(filter)}>
      {format.toUpperCase()}
    </Button>
  )
}
