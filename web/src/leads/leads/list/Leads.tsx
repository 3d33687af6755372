import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTimeZone } from '../../../shell/company.ts'
import { Failure } from '../../../ui/Failure.tsx'
import type { ListState } from '../address.ts'
import type { LeadPage } from '../api.ts'
import { BulkBar } from '../lazily.ts'
import { LeadCards } from './LeadCards.tsx'
import { LeadPages } from './LeadPages.tsx'
import { LeadsLoading } from './LeadsLoading.tsx'
import { LeadTable } from './LeadTable.tsx'
import { failed, NoneFound } from './NoneFound.tsx'
import { useSelection } from './useSelection.ts'

type Props = {
  state: ListState
  page: UseQueryResult<LeadPage>
  phone: boolean
  onChange: (change: Partial<ListState>, options?: { replace?: boolean }) => void
}

/** A page of the list, or why there is none. */
export function Leads({ state, page, phone, onChange }: Props) {
  const timeZone = useTimeZone()
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = page
  const shown = useMemo(() => data?.leads.map(({ id }) => id) ?? [], [data])
  const selection = useSelection(JSON.stringify(state.filter), shown)
  const retry = () => void refetch()

  if (isPending) return <LeadsLoading phone={phone} />
  if (error && !data) return <Broken error={error} onRetry={retry} />
  if (!data) return null
  if (data.total === 0) return <NoneFound onClear={() => onChange({ filter: {} })} />

  return (
    <>
      {error && (
        <Alert
          severity="error"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" onClick={retry}>
              Tentar novamente
            </Button>
          }
        >
          {failed}
        </Alert>
      )}
      <Card
        aria-busy={isFetching}
        sx={{
          position: 'relative',
          overflow: 'clip',
          ...(phone && { border: 0, bgcolor: 'transparent', overflow: 'visible' })
        }}
      >
        {isPlaceholderData && (
          <LinearProgress
            aria-label="Atualizando a lista"
            sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 4 }}
          />
        )}
        {phone ? (
          <LeadCards leads={data.leads} selection={selection} timeZone={timeZone} />
        ) : (
          <LeadTable
            leads={data.leads}
            sort={state.sort}
            onSort={sort => onChange({ sort })}
            selection={selection}
            timeZone={timeZone}
          />
        )}
        <Box sx={{ borderTop: phone ? 0 : 1, borderColor: 'divider' }}>
          <LeadPages state={state} data={data} current={!isPlaceholderData} onChange={onChange} />
        </Box>
      </Card>
      {selection.ids.size > 0 && <BulkBar selection={selection} filter={state.filter} found={data} phone={phone} />}
    </>
  )
}

const Broken = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Card>
    <Failure title={failed} error={error} onRetry={onRetry} />
  </Card>
)
