import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useParams } from 'react-router-dom'
import { seriesKindLabels, seriesStateLabels } from '../../../../services/marketing/series/rules.ts'
import { useSeesAllLeads } from '../../shell/access.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Series, useSeries } from './api.ts'
import { draftOf } from './draft.ts'
import { OthersLeads } from './OthersLeads.tsx'
import { SeriesActions, SeriesPrimary } from './SeriesActions.tsx'
import { SeriesForm } from './SeriesForm.tsx'
import { SeriesSteps } from './SeriesSteps.tsx'
import { TrySeries } from './TrySeries.tsx'
import { reachText, sentOf, stateTones } from './words.ts'

const list = { to: '/email?aba=series', list: 'Sequências automáticas' } as const

/** One series: as it is written, and what it sends while it is on. */
export default function SeriesPage() {
  const { id = '' } = useParams()
  return <OneSeries key={id} id={id} />
}

function OneSeries({ id }: { id: string }) {
  const { data: series, error, refetch } = useSeries(id)
  const seesAll = useSeesAllLeads()
  if (!series)
    return error ? (
      <>
        <Breadcrumb {...list} />
        <Card>
          <Failure heading="h1" title="Falha ao carregar a sequência" error={error} onRetry={() => void refetch()} />
        </Card>
      </>
    ) : (
      <Spinner />
    )
  const { name, state, problem, version } = series
  return (
    <>
      <Breadcrumb {...list} current={name} />
      <PageHead
        title={name}
        aside={<Tag tone={stateTones[state]}>{seriesStateLabels[state]}</Tag>}
        actions={seesAll && <SeriesActions series={series} />}
        primary={seesAll && <SeriesPrimary series={series} />}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {problem && (
          <Alert severity="warning" sx={{ maxWidth: 760 }}>
            {problem}
          </Alert>
        )}
        <Standing series={series} seesAll={seesAll} />
        {!seesAll && <OthersLeads />}
        {(!seesAll || state === 'on' || sentOf(series) > 0) && <SeriesSteps series={series} />}
        {seesAll && state !== 'on' && (
          <SeriesForm id={id} version={version} initial={draftOf(series)} onSaved={() => void refetch()} />
        )}
        <TrySeries series={series} />
      </Box>
    </>
  )
}

/** The present state of a series, and for whom it runs. */
function Standing({ series: { state, kind, reach, onSince }, seesAll }: { series: Series; seesAll: boolean }) {
  if (state === 'off')
    return (
      <Alert severity="info" sx={{ maxWidth: 760 }}>
        Desligada: nada é enviado.{seesAll && ' Confira as etapas, teste em um lead e aperte Ligar.'}
      </Alert>
    )
  return (
    <Alert severity={state === 'on' ? 'success' : 'info'} sx={{ maxWidth: 760 }}>
      {seriesKindLabels[kind]}
      {onSince && (
        <>
          , ligada em <Moment at={onSince} />
        </>
      )}
      . {reachText(kind, reach)}
      {state === 'paused' && ' Pausada: quem está no meio espera, e o que passar da hora não é enviado.'}
    </Alert>
  )
}
