import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { AuditRow } from '../../../../services/admin/admin/logSchema.ts'
import { Moment } from '../../shell/Moment.tsx'
import type { Column } from '../../ui/Table.tsx'
import { type LogFilter, useAuditLabels } from './api.ts'
import { valueText } from './auditLabels.ts'
import { objectText } from './auditObjects.ts'
import { LogTable } from './LogTable.tsx'

/** A value with the names in the place of the ids. */
const named = (value: unknown, names: Record<string, string>): unknown =>
  JSON.parse(JSON.stringify(value), (_key, part) => (typeof part === 'string' ? (names[part] ?? part) : part))

const Action = ({ action }: Pick<AuditRow, 'action'>) => useAuditLabels().actionLabel(action)

/** The values before and after a change. */
export function Changes({ action, changes, names = {} }: Pick<AuditRow, 'action' | 'changes' | 'names'>) {
  const { actionLabel, fieldLabel } = useAuditLabels()
  const text = (field: string, value: unknown) =>
    field === 'action' ? actionLabel(String(value)) : valueText(field, value, action)
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 }}>
      {Object.entries(changes).map(([field, change]) => {
        const [before, after] = named(change, names) as [unknown, unknown]
        return (
          <li key={field}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {fieldLabel(field)}:
            </Box>{' '}
            {before !== null && <span>{text(field, before)} → </span>}
            <strong>{text(field, after)}</strong>
          </li>
        )
      })}
    </Box>
  )
}

const columns: Column<AuditRow>[] = [
  {
    label: 'O quê',
    title: true,
    show: ({ action, ...object }) => (
      <>
        <Box sx={{ fontWeight: 600 }}>
          <Action action={action} />
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{objectText(object)}</Box>
      </>
    )
  },
  {
    label: 'Quando',
    show: ({ at }) => (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <Moment at={at} />
      </Box>
    )
  },
  { label: 'Quem', show: ({ actorName }) => actorName ?? 'Sistema' },
  {
    label: 'Alterações',
    width: '34%',
    show: ({ action, changes, names, reason }) =>
      reason || Object.keys(changes).length > 0 ? (
        <>
          <Changes action={action} changes={changes} names={names} />
          {reason && <Box sx={{ mt: 0.5 }}>Motivo: {reason}</Box>}
        </>
      ) : null
  }
]

const whole: Column<AuditRow>[] = [
  ...columns.slice(0, 3),
  {
    label: 'Empresa',
    show: ({ companyId, companyName }) =>
      companyId ? (
        <Link component={RouterLink} to={`/admin/companies/${companyId}`}>
          {companyName ?? companyId}
        </Link>
      ) : (
        'Nossa equipe'
      )
  },
  ...columns.slice(3),
  {
    label: 'Origem',
    show: ({ ip, requestId }) => (
      <>
        <div>{ip}</div>
        <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>{requestId}</Box>
      </>
    )
  }
]

type Props = { path: string; filter: LogFilter; everyCompany?: boolean }

/** The audit log: person, action and object of each entry. */
export const AuditTable = ({ path, filter, everyCompany = false }: Props) => (
  <LogTable<AuditRow>
    path={path}
    filter={filter}
    label="Auditoria"
    columns={everyCompany ? whole : columns}
    keyOf={({ companyId, seq }) => `${companyId} ${seq}`}
    empty={{ title: 'Nada registrado', text: 'Nenhuma ação corresponde aos filtros.' }}
  />
)
