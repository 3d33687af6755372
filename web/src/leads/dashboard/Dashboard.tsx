import PrintIcon from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePermitted } from '../../shell/access.ts'
import { useCompany, useTimeZone } from '../../shell/company.ts'
import { useFeatures } from '../../shell/features.ts'
import { OnPaper } from '../../shell/OnPaper.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Stage, Stages } from '../../ui/Stages.tsx'
import { OwnerFilter } from '../leads/OwnerFilter.tsx'
import { useBlocks, useFigures, useFirstSteps } from './api.ts'
import { BlocksMenu } from './BlocksMenu.tsx'
import { blocksOf, inOrder } from './blocks.ts'
import { FirstLead } from './FirstLead.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { periodText, readPeriod } from './period.ts'

/** The start of the day: what to do first, how it is going, and how the period went. */
export function Dashboard() {
  const [parameters, setParameters] = useSearchParams()
  const period = readPeriod(parameters, useTimeZone())
  const owner = parameters.get('owner') ?? undefined
  const company = useCompany()
  const may = usePermitted()
  const features = useFeatures()
  const all = useMemo(() => blocksOf(features), [features])
  // Asked for before the blocks are drawn, which wait for the person's order.
  const { data: figures } = useFigures(period, owner)
  useFirstSteps()
  const { settings, change, error: unsettled, refetch: settle } = useBlocks()

  const set = (values: Record<string, string | undefined>) => {
    const next = new URLSearchParams(parameters)
    for (const [key, value] of Object.entries(values)) value ? next.set(key, value) : next.delete(key)
    setParameters(next, { replace: true })
  }
  const hide = (name: string) => change(now => ({ ...now, hidden: [...now.hidden, name] }))
  const blocks = inOrder(all, settings?.blocks ?? []).filter(({ needs }) => !needs || may(needs))
  const shown = blocks.filter(
    ({ name, beforeLeads }) => !settings?.hidden.includes(name) && (figures?.any !== false || beforeLeads)
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
              {settings && <BlocksMenu blocks={blocks} hidden={settings.hidden} onChange={change} />}
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
        {settings && (
          <Stages last={shown.length - 1}>
            {shown.map(({ name, Block, onPaper }, at) => (
              <Box key={name} className={onPaper ? '' : 'screen-only'} sx={{ '&:empty': { display: 'none' } }}>
                <Stage at={at}>
                  <Block period={period} owner={owner} onHide={() => hide(name)} />
                </Stage>
              </Box>
            ))}
          </Stages>
        )}
      </Box>
    </OnPaper>
  )
}
