import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { DataTable, Pagination, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { leadAccessLabels, statusLabels } from '../../../../services/account/employees/rules.ts'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { filteredList } from '../../shell/addresses.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type EmployeeAction, EmployeeMenu } from './EmployeeMenu.tsx'
import { roleLabel, statusTones } from './labels.ts'

const Column = DataTable.Col<Employee>

const Cut = styled('span')({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })

const Count = styled(Link)(({ theme }) => ({
  color: theme.palette.primary.main,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

const NameButton = styled('button')(({ theme }) => ({
  display: 'block',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 600,
  textAlign: 'left',
  color: theme.palette.text.primary,
  cursor: 'pointer',
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2, borderRadius: 4 }
}))

type Props = { onAction: (action: EmployeeAction, employee: Employee) => void }

/** The people of the team as rows. */
export function TeamTable({ onAction }: Props) {
  const timeZone = useTimeZone()
  const { total = 0, perPage } = useListContext()
  return (
    <Card sx={{ overflowX: 'auto' }}>
      <DataTable<Employee>
        rowClick={false}
        bulkActionButtons={false}
        hover
        sx={{
          '& .MuiTableCell-root': { px: 1.25, fontSize: '0.8125rem' },
          '& .MuiTableCell-root:first-of-type': { pl: 2 },
          '& .MuiTableRow-root:last-of-type .MuiTableCell-body': { borderBottom: 0 }
        }}
      >
        <Column
          source="name"
          label="Nome e e-mail"
          sx={{ width: '100%', maxWidth: 0, minWidth: 160 }}
          render={employee => (
            <>
              <NameButton type="button" title={employee.name} onClick={() => onAction('edit', employee)}>
                {employee.name}
              </NameButton>
              <Cut title={employee.email ?? ''} sx={{ color: 'text.secondary' }}>
                {employee.email}
              </Cut>
            </>
          )}
        />
        <Column
          source="role"
          label="Papel"
          render={({ role }) => <Box sx={{ whiteSpace: 'nowrap' }}>{roleLabel(role)}</Box>}
        />
        <Column
          source="leadAccess"
          label="Acesso aos leads"
          disableSort
          render={employee => <Box sx={{ whiteSpace: 'nowrap' }}>{leadAccessText(employee)}</Box>}
        />
        <Column
          source="openLeads"
          label="Leads abertos"
          sortByOrder="DESC"
          align="right"
          render={({ id, openLeads }) =>
            openLeads ? <Count to={filteredList({ owner: id })}>{openLeads}</Count> : '0'
          }
        />
        <Column
          source="lastSeenAt"
          label="Último acesso"
          sortByOrder="DESC"
          render={({ lastSeenAt }) => (
            <Box sx={{ whiteSpace: 'nowrap' }}>
              {lastSeenAt ? <Moment at={lastSeenAt} timeZone={timeZone} relative /> : 'Nunca'}
            </Box>
          )}
        />
        <Column
          source="status"
          label="Situação"
          render={({ status }) => <Tag tone={statusTones[status]}>{statusLabels[status]}</Tag>}
        />
        <Column
          label={
            <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
              Ações
            </Box>
          }
          align="right"
          render={employee => <EmployeeMenu employee={employee} onAction={onAction} />}
        />
      </DataTable>
      {total > perPage && <Pagination rowsPerPageOptions={[50, 100]} />}
    </Card>
  )
}

/** The range of leads that a person sees, in words. */
export function leadAccessText({ leadAccess, team, role }: Employee): string {
  if (role === 'admin') return leadAccessLabels.all
  if (leadAccess === 'team' && team) return `Equipe ${team}`
  return leadAccessLabels[leadAccess ?? 'own']
}
