import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { asNewField, unnamed } from '../../../../services/leads/imports/rules.ts'
import { counted, formatDate, formatNumber } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { bottomMenuHeight } from '../../ui/frame.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type Import, type ImportSettings, underWay, useImportStep } from './api.ts'
import { Counts } from './Counts.tsx'
import { FaultsPanel } from './FaultsPanel.tsx'
import { beginChoices, isChanged, toSettings } from './faultChoices.ts'
import { LeftOutColumns } from './LeftOutColumns.tsx'
import { Progress } from './Progress.tsx'

type Props = { found: Import; check: NonNullable<Import['check']>; onBack: () => void }

/** A preview of the import; nothing has been done yet. */
export function CheckStep({ found, check, onBack }: Props) {
  const { counts } = check
  if (underWay(check))
    return (
      <Panel title="Conferindo o arquivo">
        <Progress
          label="Conferidas"
          done={check.done}
          total={check.total}
          note="Você pode fechar esta página: a conferência continua."
        />
      </Panel>
    )
  if (!counts)
    return (
      <Panel title="O arquivo não pôde ser conferido">
        <Alert severity="error" sx={{ mb: 2 }}>
          {check.error ?? 'Tente de novo.'}
        </Alert>
        <Button variant="outlined" onClick={onBack}>
          Voltar às colunas
        </Button>
      </Panel>
    )
  return <CheckResult key={check.id} found={found} check={check} counts={counts} onBack={onBack} />
}

/** In sight however many faults there are, on a phone above its menu. */
const Actions = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  paddingBlock: 10,
  borderTop: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.background.default,
  [theme.breakpoints.down('md')]: { bottom: `calc(${bottomMenuHeight}px + env(safe-area-inset-bottom))` },
  '@media (max-width: 480px)': { '& > *': { flex: '1 0 auto', paddingInline: 8, fontSize: '0.875rem' } }
}))

/** Columns of refusals that are left out, without anybody's decision that they shall be. */
const openRefusals = ({ settings, reading }: Import, { refusals }: Props['check']) =>
  refusals
    .filter(({ at }) => !settings?.refusalsLeftOut?.includes(at))
    .map(({ at, rows }) => ({ at, rows, heading: reading.columns[at]?.heading ?? '' }))

type ResultProps = Props & { counts: NonNullable<Props['check']['counts']> }

function CheckResult({ found, check, counts, onBack }: ResultProps) {
  const step = useImportStep(found.id)
  const timeZone = useTimeZone()
  const administers = useMay('edit_company')
  const { faults } = check
  const [choices, setChoices] = useState(() => beginChoices(found.settings, faults))
  const willDo = counts.created + counts.updated
  const changed = isChanged(choices, found, faults)
  const checkAgain = (change: Partial<ImportSettings>) =>
    step.mutate({ step: 'check', body: { ...found.settings, ...toSettings(choices, faults), ...change } })
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel
        title="O que vai acontecer"
        aside={
          <Button size="small" onClick={onBack}>
            Voltar às colunas
          </Button>
        }
      >
        <Counts counts={counts} />
        {check.newTags.length > 0 && (
          <Alert severity="info" sx={{ mt: 2 }}>
            Etiquetas que serão criadas: {check.newTags.slice(0, 20).join(', ')}
            {check.newTags.length > 20 && ` e mais ${check.newTags.length - 20}`}
          </Alert>
        )}
        <LeftOutColumns
          found={found}
          busy={step.isPending}
          onKeep={columns =>
            checkAgain({
              mapping: found.settings?.mapping.map((field, at) => (columns.includes(at) ? asNewField : field))
            })
          }
        />
        {check.unnamed > 0 && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {check.unnamed === 1
              ? `1 pessoa não tem nome no arquivo e entra como “${unnamed}”.`
              : `${formatNumber(check.unnamed)} pessoas não têm nome no arquivo e entram como “${unnamed}”.`}
          </Alert>
        )}
        {check.notes > 0 && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {counted(check.notes, 'texto que nenhum campo lê fica', 'textos que nenhum campo lê ficam')} guardado
            {check.notes === 1 ? '' : 's'} como nota do lead, com o nome da coluna.
          </Alert>
        )}
        {openRefusals(found, check).map(({ at, heading, rows }) => (
          <Alert
            key={at}
            severity="warning"
            sx={{ mt: 2, overflowWrap: 'anywhere', '& .MuiAlert-message': { minWidth: 0 } }}
          >
            Há {counted(rows, 'recusa', 'recusas')} nesta coluna: {heading}.{' '}
            {rows === 1 ? 'Esta pessoa pediu' : 'Estas pessoas pediram'} para não receber contato.
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
              <Button
                size="small"
                variant="contained"
                disabled={step.isPending}
                onClick={() =>
                  checkAgain({ mapping: found.settings?.mapping.map((field, n) => (n === at ? 'optOut' : field)) })
                }
              >
                Guardar as recusas
              </Button>
              <Button
                size="small"
                color="inherit"
                disabled={step.isPending}
                onClick={() => checkAgain({ refusalsLeftOut: [...(found.settings?.refusalsLeftOut ?? []), at] })}
              >
                Deixar de fora mesmo assim
              </Button>
            </Box>
          </Alert>
        ))}
        {check.closedSales > 0 && (
          <Alert severity={administers ? 'info' : 'warning'} sx={{ mt: 2 }}>
            {check.closedSales === 1
              ? '1 venda é de um mês já fechado'
              : `${formatNumber(check.closedSales)} vendas são de meses já fechados`}
            {administers
              ? ': os números desses meses mudam com esta importação.'
              : '. Só quem administra a empresa pode importar este arquivo.'}
          </Alert>
        )}
        {check.undated && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {check.undated.rows === 1
              ? '1 lead está sem data: não entra na fila do dia e conta como recebido em '
              : `${formatNumber(check.undated.rows)} leads estão sem data: não entram na fila do dia e contam como recebidos em `}
            {formatDate(check.undated.at, timeZone)}.
          </Alert>
        )}
      </Panel>
      {faults.length > 0 && <FaultsPanel id={found.id} faults={faults} choices={choices} onChange={setChoices} />}
      <Actions data-bottom-bar>
        {changed && (
          <Button variant="contained" disabled={step.isPending} onClick={() => checkAgain({})}>
            Aplicar as escolhas
          </Button>
        )}
        <Button
          variant={changed ? 'outlined' : 'contained'}
          disabled={
            willDo === 0 ||
            step.isPending ||
            openRefusals(found, check).length > 0 ||
            (check.closedSales > 0 && !administers)
          }
          onClick={() => step.mutate({ step: 'run' })}
        >
          {willDo === 0 ? 'Nada a importar' : `Importar ${formatNumber(willDo)} ${willDo === 1 ? 'lead' : 'leads'}`}
        </Button>
      </Actions>
    </Box>
  )
}
