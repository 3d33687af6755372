import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { ScoreSettings } from '../../../services/scores/schema.ts'
import { formatNumber } from '../core/format.ts'
import { request } from '../core/http.ts'
import { useMay } from '../shell/access.ts'
import { Failure } from '../ui/Failure.tsx'
import { Panel } from '../ui/Panel.tsx'

const key = ['scores', 'settings']
const path = '/api/leads/score-settings'

/** How leads get their score, and the switch that leaves them without. */
export function ScorePanel() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const mayChange = useMay('change', 'company')
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<ScoreSettings>(path, { signal })).json
  })
  const { mutate, isPending } = useMutation({
    mutationFn: async (enabled: boolean) =>
      (await request<ScoreSettings>(path, { method: 'PUT', body: { enabled } })).json,
    onSuccess: settings => {
      queryClient.setQueryData(key, settings)
      void queryClient.invalidateQueries({ queryKey: ['leads'] })
      notify(settings.enabled ? 'Pontuação ligada. Os leads recebem a nota em instantes.' : 'Pontuação desligada.', {
        type: 'success'
      })
    },
    onError: (failure: Error) => notify(failure.message, { type: 'error' })
  })
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
