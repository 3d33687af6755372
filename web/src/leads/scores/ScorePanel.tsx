import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useScoreSettings, useScoreSwitch } from './api.ts'

/** How leads get their score, and the switch that leaves them without. */
export function ScorePanel() {
  const mayChange = useMay('edit_company')
  const { data, error, refetch } = useScoreSettings()
  const { mutate, isPending } = useScoreSwitch()
  return (
    <Panel
      title="Pontuação dos leads"
      aside={
        data && (
          <Switch
            checked={data.enabled}
            disabled={!mayChange || isPending}
            onChange={event => mutate(event.target.checked)}
            slotProps={{ input: { 'aria-label': 'Pontuar os leads' } }}
          />
        )
      }
    >
      {error && !data && <Failure title="Falha ao carregar a pontuação" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton variant="rounded" height={64} aria-hidden />}
      {data && (
        <>
          <Typography>
            Cada lead aberto recebe uma nota de 0 a 100 com os motivos escritos. Ela olha para o que foi pedido e por
            onde o lead chegou, nunca para quem a pessoa é.
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
            {data.won >= data.enough && data.lost >= data.enough
              ? `A nota vem do seu histórico: ${formatNumber(data.won)} convertidos e ${formatNumber(data.lost)} perdidos.`
              : `Por enquanto a nota segue regras gerais. Com ${data.enough} leads convertidos e ${data.enough} perdidos, ela passa a seguir o seu histórico (agora: ${formatNumber(data.won)} e ${formatNumber(data.lost)}).`}
          </Typography>
        </>
      )}
    </Panel>
  )
}
