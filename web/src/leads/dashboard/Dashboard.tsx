import PrintIcon from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { DashboardBlock } from '../../../../services/leads/dashboard/rules.ts'
import { useCompany, useTimeZone } from '../../shell/company.ts'
import { OnPaper } from '../../shell/OnPaper.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Stage, Stages } from '../../ui/Stages.tsx'
import { OwnerFilter } from '../leads/OwnerFilter.tsx'
import { AppointmentsPanel } from './AppointmentsPanel.tsx'
import { useBlocks, useFigures, useFirstSteps } from './api.ts'
import { BlocksMenu } from './BlocksMenu.tsx'
import { Charts } from './Charts.tsx'
import { FiguresPanel } from './FiguresPanel.tsx'
import { FirstLead } from './FirstLead.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { periodText, readPeriod } from './period.ts'
import { QueuePanel } from './QueuePanel.tsx'

type Props = {
  /** The blocks that other features bring, in their places. */
  usage: ReactNode
  activities: ReactNode
}

/** What a summary on paper is of. */
const onPaper: ReadonlySet<DashboardBlock> = new Set(['figures', 'charts'])

/** Before the first lead there is nothing to tell but how it comes. */
const beforeTheFirst: ReadonlySet<DashboardBlock> = new Set(['start', 'appointments', 'usage', 'activities'])

/** The start of the day: what to do first, how it is going, and how the period went. */
export function Dashboard({ usage, activities }: Props) {
  const [parameters, setParameters] = useSearchParams()
  const period = readPeriod(parameters, useTimeZone())
  const owner = parameters.get('owner') ?? undefined
  const company = useCompany()
  const { data: figures, error, refetch } = useFigures(period, owner)
  const { data: steps } = useFirstSteps()
  const { settings, change, error: unsettled, refetch: settle } = useBlocks()

  const set = (values: Record<string, string | undefined>) => {
    const next = new URLSearchParams(parameters)
    for (const [key, value] of Object.entries(values)) value ? next.set(key, value) : next.delete(key)
    setParameters(next, { replace: true })
  }
  const hideSteps = () => change(now => ({ ...now, hidden: [...now.hidden, 'start'] }))
  const blocks: Record<DashboardBlock, ReactNode> = {
    start: steps && <FirstSteps done={steps} onHide={hideSteps} />,
    figures:
      error && !figures ? (
        <Card>
          <Failure title="Falha ao carregar os números" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <FiguresPanel figures={figures} owner={owner} />
      ),
    queue: <QueuePanel owner={owner} />,
    appointments: <AppointmentsPanel period={period} owner={owner} />,
    charts: <Charts figures={figures} owner={owner} />,
    usage,
    activities
  }
  const shown = settings?.blocks.filter(
    block => !settings.hidden.includes(block) && (figures?.any !== false || beforeTheFirst.has(block))
  )

  return (
    <OnPaper>
      <Typography className="paper-only" variant="h1" component="p" sx={{ mb: 2 }}>
        {`${company?.name ?? ''}: ${periodText(period)}`}
      </Typography>
      <Box className="screen-only">
        <PageHead
          title="Painel"
          actions={
            <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1, width: '100%' }}>
              <PeriodSelect period={period} onChange={set} />
              <OwnerFilter value={owner} onChange={owner => set({ owner })} />
              <IconButton aria-label="Imprimir o resumo do período" onClick={() => print()}>
                <PrintIcon />
              </IconButton>
              {settings && <BlocksMenu settings={settings} onChange={change} />}
            </Box>
          }
        />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: { xs: 2, sm: 2.5 },
          containerType: 'inline-size'
        }}
      >
        {figures?.any === false && <FirstLead />}
        {unsettled && !settings && (
          <Card>
            <Failure title="Falha ao carregar o painel" error={unsettled} onRetry={() => void settle()} />
          </Card>
        )}
        {shown && (
          <Stages last={shown.length - 1}>
            {shown.map((block, at) => (
              <Box
                key={block}
                className={onPaper.has(block) ? '' : 'screen-only'}
                sx={{ '&:empty': { display: 'none' } }}
              >
                <Stage at={at}>{blocks[block]}</Stage>
              </Box>
            ))}
          </Stages>
        )}
      </Box>
    </OnPaper>
  )
}
