import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { originLabels, statusLabels } from '../../../../services/calendar/appointments/rules.ts'
import type { AppointmentFigures } from '../../../../services/calendar/appointments/schema.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { fewLeads } from '../../../../services/leads/dashboard/rules.ts'
import { formatNumber, nearText } from '../../core/format.ts'
import { BarList } from '../../leads/dashboard/BarList.tsx'
import { shareOf } from '../../leads/dashboard/labels.ts'
import { useTimeZone } from '../../shell/company.ts'
import type { BlockProps } from '../../shell/features.ts'
import { Failure } from '../../ui/Failure.tsx'
import { FoldedPanel } from '../../ui/FoldedPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useAppointmentFigures } from './api.ts'
import { statusTones } from './words.ts'

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  padding: '10px 0',
  '&:first-of-type': { paddingTop: 0 },
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` }
}))

const Quiet = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' }
}))

const Nothing = ({ children }: { children: string }) => (
  <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
)

/** The next appointments, and the outcomes of those of the period; nothing before the first one. */
export function AppointmentsPanel({ period, owner }: Pick<BlockProps, 'period' | 'owner'>) {
  const { data: figures, error, refetch } = useAppointmentFigures(period, owner)
  if (error && !figures)
    return (
      <Panel title="Próximos compromissos">
        <Failure title="Falha ao carregar os compromissos" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!figures?.any) return null
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title="Próximos compromissos">
        <Coming coming={figures.coming} owner={owner} />
      </Panel>
      <FoldedPanel name="appointments" title="Compromissos do período">
        <CameOf origins={figures.origins} />
      </FoldedPanel>
    </Box>
  )
}

function Coming({ coming, owner }: Pick<AppointmentFigures, 'coming'> & Pick<BlockProps, 'owner'>) {
  const zone = useTimeZone()
  if (coming.length === 0)
    return (
      <>
        <Nothing>
          {owner === 'none'
            ? 'Todo compromisso é de alguém da equipe: escolha uma pessoa ou todas.'
            : 'Nada marcado daqui para a frente.'}
        </Nothing>
        <Button component={Link} to="/calendar" size="small" sx={{ mt: 1.5, ml: -1 }}>
          Abrir o calendário
        </Button>
      </>
    )
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {coming.map(({ id, start, title, serviceName, leadId, leadName, guestName, employeeName, status }) => (
        <Row key={id}>
          <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
            <Quiet
              to={`/calendar?dia=${dayAt(Date.parse(start), zone)}`}
              sx={{ display: 'inline-block', fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}
            >
              {nearText(start, zone)}
            </Quiet>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {!leadId && guestName && `${guestName} · `}
              {leadId && leadName && (
                <>
                  <Quiet to={`/leads/${leadId}`} sx={{ textDecoration: 'underline' }}>
                    {guestName ?? leadName}
                  </Quiet>
                  {' · '}
                </>
              )}
              {[serviceName ?? title, employeeName && `com ${employeeName}`].filter(Boolean).join(' ')}
            </Typography>
          </Box>
          <Tag tone={statusTones[status]}>{statusLabels[status]}</Tag>
        </Row>
      ))}
    </Box>
  )
}

function CameOf({ origins }: Pick<AppointmentFigures, 'origins'>) {
  const sum = (of: 'done' | 'missed') => origins.reduce((so, each) => so + each[of], 0)
  const [done, missed] = [sum('done'), sum('missed')]
  return (
    <>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'end' }}>
        <Amount label="Realizados" amount={done} />
        <Amount label="Não compareceram" amount={missed} />
      </Box>
      <Box sx={{ mt: 2 }}>
        {done + missed === 0 ? (
          <Nothing>
            Nenhum compromisso do período foi marcado como realizado ou como falta. Depois de cada um, diga no
            calendário o que aconteceu.
          </Nothing>
        ) : missed === 0 ? (
          <Nothing>Ninguém faltou neste período.</Nothing>
        ) : (
          <>
            <Typography variant="h3" sx={{ mb: 1.25 }}>
              Faltas por origem
            </Typography>
            <BarList
              bars={origins.map(({ origin, done, missed }) => ({
                key: origin,
                label: originLabels[origin],
                value: missed / (done + missed),
                amount: shareOf(missed, done + missed),
                ...(done + missed >= fewLeads && { note: `${formatNumber(missed)} de ${formatNumber(done + missed)}` }),
                tone: missed > 0 ? 'error' : 'neutral'
              }))}
            />
          </>
        )}
      </Box>
    </>
  )
}

const Amount = ({ label, amount }: { label: string; amount: number }) => (
  <div>
    <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, fontSize: '1.375rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
      {formatNumber(amount)}
    </Box>
  </div>
)
