import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { deskQueueLabels, deskQueues } from '../../../../services/support/desk/rules.ts'
import type { DeskFilter } from '../../../../services/support/desk/schema.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { useDeskCounts } from './api.ts'
import { FilterBar } from './FilterBar.tsx'
import { addressOf, filterOf } from './filter.ts'
import { QueueList } from './QueueList.tsx'
import { SavedFilters } from './SavedFilters.tsx'

const Queues = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  marginBottom: 16,
  '& a': {
    display: 'inline-flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: 6,
    minHeight: 36,
    padding: '0 12px',
    borderRadius: 18,
    border: `1px solid ${theme.palette.divider}`,
    color: theme.palette.text.secondary,
    fontSize: '0.8125rem',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    backgroundColor: theme.palette.background.paper
  },
  '& a:hover': { color: theme.palette.text.primary },
  '& a[aria-current]': {
    borderColor: 'transparent',
    color: theme.tokens.tones.brand.onSoft,
    backgroundColor: theme.tokens.tones.brand.soft
  },
  '& [data-late]': { color: theme.palette.error.main },
  '& small': { fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: { flexWrap: 'nowrap', overflowX: 'auto', marginInline: -16, paddingInline: 16 },
  '@media (pointer: coarse)': { '& a': { minHeight: 44, borderRadius: 22 } }
}))

/** Queue by queue, or by a filter that can be kept. A search finds tickets of any queue. */
export function QueuesPanel() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = filterOf(search)
  const queue = filter.queue ?? (filter.q ? 'all' : 'open')
  const { data: counts } = useDeskCounts()
  const { pathname } = useLocation()
  const change = (part: DeskFilter) => {
    // A search that takes effect after a ticket was opened must not lead back.
    if (location.pathname === pathname) void navigate(addressOf({ ...filter, ...part }), { replace: true })
  }
  const [text, type] = useDraft(filter.q ?? '', q => change({ q: q.trim() }))
  return (
    <>
      <Queues aria-label="Filas">
        {deskQueues.map(name => {
          const count = counts?.[name as keyof typeof counts] ?? 0
          return (
            <Link key={name} to={addressOf({ queue: name })} aria-current={name === queue ? 'page' : undefined}>
              {deskQueueLabels[name]}
              {count > 0 && (
                <small data-late={name === 'overdue' ? '' : undefined}>{count >= 100 ? '99+' : count}</small>
              )}
            </Link>
          )
        })}
      </Queues>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
        <Box role="search" sx={{ flex: { xs: '1 1 100%', md: '1 1 260px' }, maxWidth: { md: 360 } }}>
          <SearchField
            fullWidth
            size="small"
            label="Buscar em todos os chamados"
            value={text}
            onChange={type}
            placeholder="Palavras ou #número"
            input={{ maxLength: 100 }}
          />
        </Box>
        <FilterBar filter={filter} onChange={change} />
        <SavedFilters filter={{ ...filter, queue }} />
      </Box>
      {/* Another queue begins at its first page, with nothing selected. */}
      <QueueList key={JSON.stringify(filter)} filter={{ ...filter, queue }} />
    </>
  )
}
