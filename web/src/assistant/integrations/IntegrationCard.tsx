import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Switch from '@mui/material/Switch'
import type { Integration } from '../../../../services/assistant/integrations/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useConnectionTest, useStatusSwitch } from './api.ts'
import { Fact } from './Fact.tsx'
import { IntegrationIcon } from './icons.tsx'

type Props = {
  integration: Integration
  /** Asks for a new key and tries it; undefined where there is no such key. */
  onKey: (() => void) | undefined
  onAdjust: () => void
}

/** One service: whether it is on, whether it works, and what it has used. */
export function IntegrationCard({ integration, onKey, onAdjust }: Props) {
  const { id, name, description, icon, status, configured, last4, checkedAt, checkError, baseUrl, model } = integration
  // An API before an update knows nothing of these.
  const { refusedParameters = [], thinksFirst } = integration
  const change = useStatusSwitch(id, name)
  const test = useConnectionTest(id)
  const wanted = change.isPending ? change.variables : status

  return (
    <Card component="section" aria-label={name} sx={{ p: 2.5, display: 'grid', gap: 2, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <IntegrationIcon name={icon} />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Box component="h2" sx={{ typography: 'h2', m: 0 }}>
            {name}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>{description}</Box>
        </Box>
      </Box>

      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <FormControlLabel
          sx={{ mr: 0 }}
          control={
            <Switch
              checked={wanted === 'active'}
              disabled={change.isPending}
              onChange={(_event, on) => change.mutate(on ? 'active' : 'inactive')}
              slotProps={{ input: { 'aria-label': `${name} ativa` } }}
            />
          }
          label={change.isPending ? 'Alterando...' : wanted === 'active' ? 'Ativa' : 'Inativa'}
        />
        <Tag tone={configured ? 'success' : 'warning'}>{configured ? 'Configurada' : 'Não configurada'}</Tag>
      </Box>

      {checkError && <Alert severity="error">{checkError}</Alert>}

      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        <Fact label="Chave">{configured ? (last4 ? `termina em ${last4}` : 'guardada') : 'nenhuma'}</Fact>
        <Fact label="Última verificação">{checkedAt ? <Moment at={checkedAt} /> : 'nunca'}</Fact>
        <Fact label="URL base">{baseUrl ?? 'padrão'}</Fact>
        <Fact label="Modelo">{model ?? 'padrão'}</Fact>
        {refusedParameters.length > 0 && (
          <Fact label="Parâmetros que o servidor recusa">{refusedParameters.join(', ')}</Fact>
        )}
        {thinksFirst && <Fact label="Raciocínio do modelo">não é mostrado</Fact>}
      </Box>

      <Usage used={integration.tokensThisMonth} cap={integration.monthlyTokenCap} />

      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {onKey && (
          <>
            <Button variant="contained" onClick={onKey} aria-label={`Configurar ${name}`}>
              Configurar
            </Button>
            {configured && (
              <Button
                variant="outlined"
                disabled={test.isPending}
                onClick={() => test.mutate()}
                aria-label={`Testar ${name}`}
              >
                {test.isPending ? 'Testando...' : 'Testar'}
              </Button>
            )}
          </>
        )}
        <Button variant="outlined" onClick={onAdjust} aria-label={`Modelo e limite de ${name}`}>
          Modelo e limite
        </Button>
      </Box>
    </Card>
  )
}

function Usage({ used, cap }: { used: number; cap: number | null }) {
  const share = cap === null ? 0 : Math.min(100, (used / cap) * 100)
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <Box sx={{ color: 'text.secondary' }}>Tokens neste mês</Box>
        <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {cap === null ? `${formatNumber(used)} (sem limite)` : `${formatNumber(used)} de ${formatNumber(cap)}`}
        </Box>
      </Box>
      {cap !== null && (
        <LinearProgress
          variant="determinate"
          value={share}
          color={share >= 100 ? 'error' : share >= 80 ? 'warning' : 'primary'}
          aria-label="Tokens usados neste mês"
          sx={{ mt: 0.75, height: 6, borderRadius: 3 }}
        />
      )}
    </Box>
  )
}
