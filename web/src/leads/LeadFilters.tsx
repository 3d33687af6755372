import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useListContext } from 'react-admin'
import { leadStatuses, statusLabels } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { useLeadCounts } from './counts.ts'
import { useDraft } from './draft.ts'
import { FilterChip } from './FilterChip.tsx'
import { type LeadFilter, statusesOf, toggleStatus } from './filter.ts'
import { LeadSort } from './LeadSort.tsx'
import { sourceLabel, sourceOf } from './labels.ts'
import { OwnerFilter } from './OwnerFilter.tsx'

/** The search box, the source, the statuses with their counts; on phones the order too. */
export function LeadFilters({ phone }: { phone: boolean }) {
  const { filterValues, setFilters, data = [] } = useListContext<Lead>()
  const filter = filterValues as LeadFilter
  const counts = useLeadCounts().data
  const chosen = statusesOf(filter)
  const sources = [...new Set(data.map(lead => lead.source))].filter(Boolean)

  const change = (part: Partial<LeadFilter>) => setFilters({ ...filter, ...part })
  const [search, setSearch] = useDraft(filter.q ?? '', q => change({ q: q.trim() || undefined }))
  const [source, setSource] = useDraft(filter.source ? sourceLabel(filter.source) : '', text =>
    change({ source: sourceOf(text) || undefined })
  )
  const filtered = Object.keys(filter).length > 0

  return (
    <Box component="search" sx={{ display: 'grid', gap: 1.5, mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <TextField
          type="search"
          value={search}
          onChange={event => setSearch(event.target.value)}
          placeholder="Nome, e-mail ou telefone"
          sx={{ flex: { xs: '1 1 100%', sm: '1 1 260px' }, maxWidth: { sm: 420 } }}
          slotProps={{
            htmlInput: { 'aria-label': 'Buscar leads', enterKeyHint: 'search' },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              )
            }
          }}
        />
        <TextField
          value={source}
          onChange={event => setSource(event.target.value)}
          placeholder="Origem"
          sx={{ flex: { xs: '1 1 120px', sm: '0 1 180px' } }}
          slotProps={{ htmlInput: { 'aria-label': 'Origem', list: 'lead-sources', autoComplete: 'off' } }}
        />
        <datalist id="lead-sources">
          {sources.map(name => (
            <option key={name} value={sourceLabel(name)} />
          ))}
        </datalist>
        <OwnerFilter value={filter.owner} onChange={owner => change({ owner })} />
        {phone && <LeadSort />}
        {filtered && (
          <Button onClick={() => setFilters({})} sx={{ ml: { sm: 'auto' } }}>
            Limpar filtros
          </Button>
        )}
      </Box>
      <Box
        role="group"
        aria-label="Status"
        sx={{
          display: 'flex',
          flexWrap: { sm: 'wrap' },
          gap: 1,
          mx: { xs: -2, sm: 0 },
          px: { xs: 2, sm: 0 },
          py: 0.5,
          overflowX: { xs: 'auto', sm: 'visible' },
          scrollbarWidth: 'none'
        }}
      >
        <FilterChip pressed={chosen.length === 0} onClick={() => change({ status: undefined })} count={counts?.total}>
          Todos
        </FilterChip>
        {leadStatuses.map(status => (
          <FilterChip
            key={status}
            status={status}
            pressed={chosen.includes(status)}
            onClick={() => change({ status: toggleStatus(filter, status) })}
            count={counts?.of(status)}
          >
            {statusLabels[status]}
          </FilterChip>
        ))}
      </Box>
    </Box>
  )
}
