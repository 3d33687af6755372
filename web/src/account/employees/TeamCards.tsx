import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Pagination, useListContext } from 'react-admin'
import { statusLabels } from '../../../../services/account/employees/rules.ts'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type EmployeeAction, EmployeeMenu } from './EmployeeMenu.tsx'
import { roleLabel, statusTones } from './labels.ts'
import { leadAccessText } from './TeamTable.tsx'

type Props = { onAction: (action: EmployeeAction, employee: Employee) => void }

/** The people of the team on a phone. */
export function TeamCards({ onAction }: Props) {
  const { data = [], total = 0, perPage } = useListContext<Employee>()
  const timeZone = useTimeZone()
  return (
    <>
      <Box component="ul" sx={{ display: 'grid', gap: 1.25, m: 0, p: 0, listStyle: 'none' }}>
        {data.map(employee => (
          <Card key={employee.id} component="li" sx={{ p: 2, overflow: 'visible' }}>
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
              <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: 650 }}>{employee.name}</Typography>
                <Box sx={{ color: 'text.secondary' }}>{employee.email}</Box>
              </Box>
              <Box sx={{ mt: -0.5, mr: -1 }}>
                <EmployeeMenu employee={employee} onAction={onAction} />
              </Box>
            </Box>
            <Box sx={{ mt: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
              {roleLabel(employee.role)} · Leads: {leadAccessText(employee).toLowerCase()} · {employee.openLeads ?? 0}{' '}
              em aberto
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.25 }}>
              <Tag tone={statusTones[employee.status]}>{statusLabels[employee.status]}</Tag>
              {employee.lastSeenAt && (
                <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontSize: '0.8125rem' }}>
                  Último acesso <Moment at={employee.lastSeenAt} timeZone={timeZone} relative />
                </Box>
              )}
            </Box>
          </Card>
        ))}
      </Box>
      {total > perPage && <Pagination rowsPerPageOptions={[50, 100]} />}
    </>
  )
}
