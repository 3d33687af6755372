import Card from '@mui/material/Card'
import type { BlockProps, DashboardBlock } from '../../shell/features.ts'
import { Failure } from '../../ui/Failure.tsx'
import { useFigures, useFirstSteps } from './api.ts'
import { Charts } from './Charts.tsx'
import { FiguresPanel } from './FiguresPanel.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { QueuePanel } from './QueuePanel.tsx'

function Start({ onHide }: BlockProps) {
  const { data } = useFirstSteps()
  return data && <FirstSteps done={data} onHide={onHide} />
}

function Numbers({ period, owner }: BlockProps) {
  const { data, error, refetch } = useFigures(period, owner)
  if (!error || data) return <FiguresPanel figures={data} owner={owner} />
  return (
    <Card>
      <Failure title="Falha ao carregar os números" error={error} onRetry={() => void refetch()} />
    </Card>
  )
}

const Analyses = ({ period, owner }: BlockProps) => <Charts figures={useFigures(period, owner).data} owner={owner} />

/** The dashboard's blocks about the leads themselves. */
export const ownBlocks: readonly DashboardBlock[] = [
  { name: 'queue', label: 'Quem responder agora', Block: ({ owner }) => <QueuePanel owner={owner} /> },
  { name: 'start', label: 'Primeiros passos', Block: Start, beforeLeads: true },
  { name: 'figures', label: 'Números do período', Block: Numbers, onPaper: true },
  { name: 'charts', label: 'Análises', Block: Analyses, onPaper: true }
]
