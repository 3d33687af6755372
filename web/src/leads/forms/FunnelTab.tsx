import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import type { Funnel } from '../../../../services/leads/forms/schema.ts'
import { sourceLabel } from '../../../../services/leads/leads/marks/rules.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFunnel } from './api.ts'

const periods = { 7: 'Últimos 7 dias', 30: 'Últimos 30 dias', 90: 'Últimos 90 dias' }

const daysBack = (days: number, zone: string): [string, string] => [
  dayAt(Date.now(), zone, 1 - days),
  dayAt(Date.now(), zone)
]

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toLocaleString('pt-BR', { maximumFractionDigits: 1 })}%`

/** The funnel of the form's visitors, for a period. */
export function FunnelTab({ formId }: { formId: string }) {
  const [days, setDays] = useState(30)
  const [from, to] = daysBack(days, useTimeZone())
  const { data, error, isPending, refetch } = useFunnel(formId, from, to)

  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 960 }}>
      <TextField
        select
        label="Período"
        value={days}
        onChange={event => setDays(Number(event.target.value))}
        sx={{ width: 220 }}
      >
        {Object.entries(periods).map(([value, label]) => (
          <MenuItem key={value} value={Number(value)}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {isPending && <Skeleton variant="rounded" height={120} aria-hidden />}
      {error && (
        <Card>
          <Failure title="Falha ao carregar o funil" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {data && <Numbers funnel={data} />}
    </Box>
  )
}

function Numbers({ funnel }: { funnel: Funnel }) {
  const { visits, starts, sends, suspects, leaves, sources } = funnel
  if (visits + starts + sends === 0)
    return (
      <Card>
        <Notice
          title="Nenhuma visita neste período"
          text="Assim que alguém abrir o formulário, os números aparecem aqui. Só contamos totais do dia, sem dados de quem visita."
        />
      </Card>
    )
  const max = Math.max(...leaves.map(({ count }) => count), 1)
  return (
    <>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}
      >
        <Figure name="Visitas" value={visits} text="abriram o formulário" />
        <Figure name="Inícios" value={starts} text={`${percent(starts, visits)} das visitas`} />
        <Figure name="Envios" value={sends} text={`${percent(sends, visits)} das visitas`} />
        <Figure
          name="Suspeitos"
          value={suspects}
          text={sends === 0 ? 'nenhum envio ainda' : `${percent(suspects, sends)} dos envios`}
        />
      </Box>
      <Panel title="Onde as pessoas param">
        {leaves.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Ninguém começou e deixou de enviar neste período.
          </Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.25 }}>
            {leaves.map(({ field, label, count }) => (
              <Box component="li" key={field}>
                <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
                  <span>{label || 'Data, período ou consentimento'}</span>
                  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
                    {count.toLocaleString('pt-BR')}
                  </Box>
                </Box>
                <Bar share={count / max} />
              </Box>
            ))}
          </Box>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          Último campo tocado por quem começou a preencher e saiu sem enviar.
        </Typography>
      </Panel>
      <Panel title="Conversão por origem">
        <Box sx={{ overflowX: 'auto' }}>
          <Box
            component="table"
            sx={{
              width: '100%',
              borderCollapse: 'collapse',
              fontVariantNumeric: 'tabular-nums',
              '& th, & td': { py: 1, px: 1, textAlign: 'right', borderBottom: 1, borderColor: 'divider' },
              '& th:first-of-type, & td:first-of-type': { textAlign: 'left', pl: 0 },
              '& th': { fontWeight: 600, color: 'text.secondary', fontSize: '0.8125rem' }
            }}
          >
            <thead>
              <tr>
                <th scope="col">Origem</th>
                <th scope="col">Visitas</th>
                <th scope="col">Envios</th>
                <th scope="col">Conversão</th>
              </tr>
            </thead>
            <tbody>
              {sources.map(each => (
                <tr key={each.source}>
                  <td>{sourceLabel(each.source)}</td>
                  <td>{each.visits.toLocaleString('pt-BR')}</td>
                  <td>{each.sends.toLocaleString('pt-BR')}</td>
                  <td>{percent(each.sends, each.visits)}</td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      </Panel>
    </>
  )
}

const Bar = ({ share }: { share: number }) => (
  <Box aria-hidden sx={{ height: 6, borderRadius: 3, bgcolor: theme => theme.tokens.sunken }}>
    <Box sx={{ height: 1, width: `${Math.max(2, share * 100)}%`, borderRadius: 3, bgcolor: 'primary.main' }} />
  </Box>
)

const Figure = ({ name, value, text }: { name: string; value: number; text: ReactNode }) => (
  <Card sx={{ p: 2 }}>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {name}
    </Typography>
    <Box component="dd" sx={{ m: 0 }}>
      <Box sx={{ fontSize: '1.75rem', fontWeight: 700, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}>
        {value.toLocaleString('pt-BR')}
      </Box>
      <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
        {text}
      </Typography>
    </Box>
  </Card>
)
