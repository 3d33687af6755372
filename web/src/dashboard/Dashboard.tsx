import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type DashboardBlock, dashboardBlocks } from '../../../services/dashboard/rules.ts'
import { useTimeZone } from '../client/company.ts'
import { Failure } from '../client/parts/Failure.tsx'
import { PageHead } from '../client/parts/PageHead.tsx'
import { OwnerFilter } from '../leads/OwnerFilter.tsx'
import { useFigures, useFirstSteps, useHidden } from './api.ts'
import { Charts } from './Charts.tsx'
import { FiguresPanel } from './FiguresPanel.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { blockLabels } from './labels.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import { readPeriod } from './period.ts'
import { QueuePanel } from './QueuePanel.tsx'

type Props = {
  /** The blocks that other features bring, in their places. */
  usage: ReactNode
  activities: ReactNode
}

/** The start of the day: what to do first, how it is going, and how the period went. */
export function Dashboard({ usage, activities }: Props) {
  const [parameters, setParameters] = useSearchParams()
  const period = readPeriod(parameters, useTimeZone())
  const owner = parameters.get('owner') ?? undefined
  const { data: figures, error, refetch } = useFigures(period, owner)
  const { data: steps } = useFirstSteps()
  const { hidden, hide } = useHidden()

  const set = (values: Record<string, string | undefined>) => {
    const next = new URLSearchParams(parameters)
    for (const [key, value] of Object.entries(values)) value ? next.set(key, value) : next.delete(key)
    setParameters(next, { replace: true })
  }
  const shows = (block: DashboardBlock) => hidden !== undefined && !hidden.includes(block)
  const toggle = (block: DashboardBlock) =>
    hide(shows(block) ? [...(hidden ?? []), block] : (hidden ?? []).filter(each => each !== block))

  return (
    <>
      <PageHead
        title="Painel"
        actions={
          <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1, width: '100%' }}>
            <PeriodSelect period={period} onChange={set} />
            <OwnerFilter value={owner} onChange={owner => set({ owner })} />
            <Customise shows={shows} onToggle={toggle} />
          </Box>
        }
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 2, sm: 2.5 } }}>
        {shows('start') && steps && <FirstSteps done={steps} onHide={() => toggle('start')} />}
        {error && !figures ? (
          <Card>
            <Failure title="Falha ao carregar os números" error={error} onRetry={() => void refetch()} />
          </Card>
        ) : (
          shows('figures') && <FiguresPanel figures={figures} owner={owner} />
        )}
        {shows('queue') && <QueuePanel owner={owner} />}
        {shows('charts') && <Charts figures={figures} owner={owner} />}
        {shows('usage') && usage}
        {shows('activities') && activities}
      </Box>
    </>
  )
}

type CustomiseProps = { shows: (block: DashboardBlock) => boolean; onToggle: (block: DashboardBlock) => void }

function Customise({ shows, onToggle }: CustomiseProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label="Escolher o que o painel mostra"
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        <TuneIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {dashboardBlocks.map(block => (
          <MenuItem
            key={block}
            role="menuitemcheckbox"
            aria-checked={shows(block)}
            dense
            onClick={() => onToggle(block)}
          >
            <Checkbox checked={shows(block)} tabIndex={-1} disableRipple size="small" inert sx={{ p: 0, mr: 1 }} />
            {blockLabels[block]}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
