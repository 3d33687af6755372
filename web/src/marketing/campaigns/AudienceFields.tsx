import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { formatNumber } from '../../core/format.ts'
import type { LeadFilter } from '../../leads/leads/filter.ts'
import { FacetPanel, FilterChips } from '../../leads/leads/lazily.ts'
import { useSeesAllLeads } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { type Reaching, useAudience } from './api.ts'
import { costText, daysText, exclusionsOf, peopleText, planText, todayIn } from './words.ts'

type Props = Omit<Reaching, 'filter'> & { filter: LeadFilter; onChange: (filter: LeadFilter) => void }

/** The recipients of a campaign: the filter of the list of leads, with how many get it and why the others do not. */
export function AudienceFields({ onChange, ...reaching }: Props) {
  const { filter } = reaching
  const [open, setOpen] = useState(false)
  const seesAll = useSeesAllLeads()
  const chosen = filter.id === undefined ? 0 : [filter.id].flat().length
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {chosen > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <span>
            {chosen === 1 ? '1 lead escolhido na lista' : `${formatNumber(chosen)} leads escolhidos na lista`}
          </span>
          <Button size="small" onClick={() => onChange({})}>
            Usar todos os leads
          </Button>
        </Box>
      ) : (
        <>
          <FilterChips filter={filter} onChange={onChange} />
          {Object.keys(filter).length === 0 && (
            <span>{seesAll ? 'Todos os leads da empresa.' : 'Todos os leads que você vê.'}</span>
          )}
          <Box>
            <Button variant="outlined" startIcon={<PeopleIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Fechar filtros' : 'Filtrar o público'}
            </Button>
          </Box>
          {open && (
            <Box sx={{ maxHeight: 420, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: 2, p: 2 }}>
              <FacetPanel filter={filter} onChange={onChange} />
            </Box>
          )}
        </>
      )}
      <Reach {...reaching} />
    </Box>
  )
}

/** How many get it, and why the others do not. */
function Reach(reaching: Reaching) {
  const { data: audience, error, refetch } = useAudience(reaching)
  const timeZone = useTimeZone()
  if (!audience && error)
    return <Failure title="Falha ao contar o público" error={error} onRetry={() => void refetch()} />
  if (!audience) return <Skeleton variant="rounded" height={56} aria-label="Contando o público" />
  const { found, receive } = audience
  const soon = daysText(audience.days, todayIn(timeZone))
  return (
    <Alert severity={receive > 0 ? 'success' : 'warning'} role="status">
      <strong>{receive === 1 ? '1 pessoa recebe' : `${peopleText(receive)} recebem`}</strong>
      {found > receive && `, de ${formatNumber(found)} leads. Não recebem:`}
      {found > receive && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {exclusionsOf(audience).map(({ reason, text, n }) => (
            <li key={reason}>
              {text}: {formatNumber(n)}
            </li>
          ))}
        </Box>
      )}
      {soon && <Box sx={{ mt: 0.5 }}>{soon}</Box>}
      {audience.plan && <Box sx={{ mt: 0.5 }}>{planText(audience.plan)}</Box>}
      {audience.plan && reaching.templateId !== null && (
        <Box sx={{ mt: 0.5 }}>Custo estimado: {costText(audience.cost)}.</Box>
      )}
    </Alert>
  )
}
