import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import useMediaQuery from '@mui/material/useMediaQuery'
import { ListBase, useListContext } from 'react-admin'
import type { Lead } from '../../../services/leads/schema.ts'
import { useTimeZone } from '../client/company.ts'
import { Failure } from '../client/parts/Failure.tsx'
import { Notice } from '../client/parts/Notice.tsx'
import { PageHead } from '../client/parts/PageHead.tsx'
import { retry } from '../client/queryClient.ts'
import { HeldLeads } from './HeldLeads.tsx'
import { LeadCards } from './LeadCards.tsx'
import { LeadFilters } from './LeadFilters.tsx'
import { LeadPages } from './LeadPages.tsx'
import { LeadsLoading } from './LeadsLoading.tsx'
import { LeadTable } from './LeadTable.tsx'
import { LeadTableOptions } from './LeadTableOptions.tsx'
import { totalText } from './labels.ts'
import { NoLeads } from './NoLeads.tsx'
import { ShareButton } from './ShareButton.tsx'

const failed = 'Falha ao carregar leads da empresa'

/** The company's leads: searched, filtered, sorted and paged by the server, with all of that in the address. */
export function LeadList() {
  return (
    <ListBase<Lead>
      perPage={25}
      sort={{ field: 'receivedAt', order: 'DESC' }}
      exporter={false}
      queryOptions={{ retry, onError: () => {} }}
    >
      <LeadListPage />
    </ListBase>
  )
}

function LeadListPage() {
  const { total, meta, filterValues, isPending, error } = useListContext<Lead>()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const filtered = Object.keys(filterValues).length > 0
  const none = !isPending && !error && total === 0 && !filtered

  return (
    <>
      <PageHead
        title="Leads"
        aside={total ? `${totalText(total, meta?.capped)} ${filtered ? 'encontrados' : 'no total'}` : undefined}
        actions={
          !none && (
            <>
              {!phone && <LeadTableOptions />}
              <ShareButton text="Compartilhar formulário" size="small" />
            </>
          )
        }
      />
      <HeldLeads />
      {none ? (
        <Card>
          <NoLeads />
        </Card>
      ) : (
        <>
          <LeadFilters phone={phone} />
          <Leads phone={phone} />
        </>
      )}
    </>
  )
}

function Leads({ phone }: { phone: boolean }) {
  const timeZone = useTimeZone()
  const { data, total, error, isPending, isFetching, isPlaceholderData, setFilters, refetch } = useListContext<Lead>()

  if (isPending) return <LeadsLoading phone={phone} />
  if (error && !data)
    return (
      <Card>
        <Failure title={failed} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (total === 0)
    return (
      <Card>
        <Notice title="Nenhum lead encontrado" text="Nenhum lead corresponde a esta busca e a estes filtros.">
          <Button variant="outlined" onClick={() => setFilters({})}>
            Limpar filtros
          </Button>
        </Notice>
      </Card>
    )

  return (
    <>
      {error && (
        <Alert
          severity="error"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" onClick={() => void refetch()}>
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
            sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 1 }}
          />
        )}
        {phone ? <LeadCards timeZone={timeZone} /> : <LeadTable timeZone={timeZone} />}
        <Box sx={{ borderTop: phone ? 0 : 1, borderColor: 'divider' }}>
          <LeadPages />
        </Box>
      </Card>
    </>
  )
}
