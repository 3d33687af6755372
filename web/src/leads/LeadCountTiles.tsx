import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { type LeadStatus, leadStatuses } from '../../../services/leads/rules.ts'
import { Failure } from '../client/parts/Failure.tsx'
import { Panel } from '../client/parts/Panel.tsx'
import { formatNumber } from '../core/format.ts'
import { useLeadCounts } from './counts.ts'
import { filteredList } from './filter.ts'
import { StatusTag } from './StatusTag.tsx'

const Tile = styled(Link)(({ theme }) => ({
  display: 'grid',
  gap: 8,
  justifyItems: 'start',
  padding: 14,
  borderRadius: 10,
  border: `1px solid ${theme.palette.divider}`,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  transition: `border-color ${theme.transitions.duration.shortest}ms`,
  '&:hover': { borderColor: theme.tokens.edge, backgroundColor: theme.tokens.sunken }
}))

const Amount = styled('span')({
  fontSize: '1.75rem',
  lineHeight: 1.1,
  fontWeight: 700,
  letterSpacing: '-0.02em',
  fontVariantNumeric: 'tabular-nums'
})

const All = styled(Link)(({ theme }) => ({
  color: theme.palette.primary.main,
  fontWeight: 600,
  textDecoration: 'none',
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { textDecoration: 'underline' }
}))

/** How many leads are in each status; each number opens those leads. */
export function LeadCountTiles() {
  const { data: counts, error, isPending, refetch } = useLeadCounts()
  if (!counts && !isPending)
    return (
      <Panel title="Leads por status">
        <Failure title="Falha ao carregar leads da empresa" error={error} onRetry={() => void refetch()} />
      </Panel>
    )

  const numberOf = (status: LeadStatus) =>
    counts ? formatNumber(counts.of(status)) : <Skeleton width={48} aria-hidden />
  return (
    <Panel
      title="Leads por status"
      aside={counts && <All to={filteredList({})}>{formatNumber(counts.total)} no total</All>}
    >
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))' }}>
        {leadStatuses.map(status => (
          <Tile key={status} to={filteredList({ status })}>
            <StatusTag status={status} />
            <Amount>{numberOf(status)}</Amount>
          </Tile>
        ))}
      </Box>
    </Panel>
  )
}
