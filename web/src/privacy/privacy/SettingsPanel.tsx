import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { answerDays, retentionChoices, retentionLabel } from '../../../../services/privacy/privacy/rules.ts'
import { formatDate, formatNumber } from '../../core/format.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type PrivacySettingsNow, useRetentionCount, useSettings, useSettingsChange } from './api.ts'

/** The terms of the company, and how long it keeps leads. */
export function SettingsPanel() {
  const { data, error, refetch } = useSettings()
  if (!data && error)
    return (
      <Panel title="Prazos">
        <Failure title="Falha ao carregar as configurações" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data) return <Skeleton variant="rounded" height={260} aria-hidden />
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, maxWidth: 880 }}>
      <Terms settings={data} />
      <Retention key={String(data.retentionMonths)} settings={data} />
    </Box>
  )
}

type Props = { settings: PrivacySettingsNow }

function Terms({ settings: { smallAgent, retentionMonths } }: Props) {
  const { mutate, isPending } = useSettingsChange()
  return (
    <Panel
      title="Agente de pequeno porte"
      aside={
        <Switch
          checked={smallAgent}
          disabled={isPending}
          onChange={event => mutate({ smallAgent: event.target.checked, retentionMonths })}
          slotProps={{ input: { 'aria-label': 'Agente de pequeno porte' } }}
        />
      }
    >
      <Typography>
        Microempresas, empresas de pequeno porte, startups e entidades sem fins lucrativos têm o dobro do prazo:{' '}
        {2 * answerDays} dias em vez de {answerDays}, menos para o acesso simplificado (Resolução CD/ANPD nº 2/2022).
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        Ao mudar, os prazos dos pedidos em aberto são contados de novo.
      </Typography>
    </Panel>
  )
}

const goes = (count: number): string =>
  count === 0
    ? 'Hoje, nenhum lead seria excluído.'
    : `Hoje, ${formatNumber(count)} ${count === 1 ? 'lead seria excluído' : 'leads seriam excluídos'}.`

function Retention({ settings: { smallAgent, retentionMonths, retentionNext, retentionCount } }: Props) {
  const notify = useNotify()
  const [months, setMonths] = useState(retentionMonths)
  const { data: count } = useRetentionCount(months === retentionMonths ? null : months)
  const { mutate, isPending } = useSettingsChange()
  const wouldGo = months === retentionMonths ? retentionCount : count
  const save = () =>
    mutate(
      { smallAgent, retentionMonths: months },
      { onSuccess: () => notify('Prazo de guarda salvo', { type: 'success' }) }
    )
  return (
    <Panel title="Prazo de guarda">
      <Typography sx={{ mb: 2 }}>
        Leads sem nenhum movimento pelo tempo escolhido são excluídos para sempre, com tudo o que se guarda deles,
        também os convertidos e os perdidos. Conta como movimento um envio, um contato, uma nota, uma tarefa ou uma
        mudança de situação.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          select
          label="Guardar leads sem movimento por"
          value={months ?? ''}
          onChange={event => setMonths(event.target.value === '' ? null : Number(event.target.value))}
          sx={{ width: 280, maxWidth: '100%' }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{retentionLabel(null)}</MenuItem>
          {retentionChoices.map(each => (
            <MenuItem key={each} value={each}>
              {retentionLabel(each)}
            </MenuItem>
          ))}
        </TextField>
        <Button
          variant="contained"
          disabled={isPending || months === retentionMonths}
          onClick={save}
          sx={{ minHeight: 40 }}
        >
          Salvar
        </Button>
      </Box>
      {months !== null && wouldGo !== undefined && (
        <Alert severity={wouldGo > 0 ? 'warning' : 'info'} sx={{ mt: 2 }}>
          {goes(wouldGo)}{' '}
          {months === retentionMonths && retentionNext
            ? `Próxima exclusão em ${formatDate(retentionNext)}.`
            : 'A primeira exclusão acontece 7 dias depois de salvar.'}
        </Alert>
      )}
    </Panel>
  )
}
