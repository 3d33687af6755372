import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { Pagination, useListContext } from 'react-admin'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { roleLabel } from './labels.ts'
import { TeamLoading } from './TeamLoading.tsx'

/** The members of the team, for those who do not manage it. */
export function NamesList() {
  const { data, total = 0, perPage, error, isPending, refetch } = useListContext<Employee>()
  return (
    <>
      <PageHead title="Equipe" aside={total ? `${total} ${total === 1 ? 'pessoa' : 'pessoas'}` : undefined} />
      {isPending && <TeamLoading />}
      {error && !data && (
        <Card>
          <Failure title="Falha ao carregar a equipe" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {data && (
        <Card sx={{ maxWidth: 640 }}>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.map(({ id, name, role }) => (
              <Box
                key={id}
                component="li"
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  justifyContent: 'space-between',
                  columnGap: 2,
                  px: 2,
                  py: 1.5,
                  'li + &': { borderTop: 1, borderColor: 'divider' }
                }}
              >
                <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                  {name}
                </Box>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {roleLabel(role)}
                </Box>
              </Box>
            ))}
          </Box>
          {total > perPage && <Pagination rowsPerPageOptions={[50, 100]} />}
        </Card>
      )}
    </>
  )
}
