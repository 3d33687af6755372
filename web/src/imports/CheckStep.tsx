import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { counted, formatNumber } from '../core/format.ts'
import { Panel } from '../ui/Panel.tsx'
import { type Import, underWay, useImportStep } from './api.ts'
import { Counts } from './Counts.tsx'
import { ErrorFileButton } from './ErrorFileButton.tsx'
import { Progress } from './Progress.tsx'

type Props = { found: Import; check: NonNullable<Import['check']>; onBack: () => void }

/** How many leads the plan still shows, and what becomes of the others. */
const heldText = (room: number, held: number): string =>
  `${room === 0 ? 'O plano não mostra mais leads novos' : `O plano mostra mais ${counted(room, 'lead', 'leads')}`} neste mês. Dos novos, ${counted(held, 'fica retido: é guardado e aparece', 'ficam retidos: são guardados e aparecem')} quando você muda de plano ou no começo do próximo mês.`

/** What the import would do; nothing has been done yet. */
export function CheckStep({ found, check, onBack }: Props) {
  const step = useImportStep(found.id)
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
  const willDo = counts.created + counts.updated
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title="O que vai acontecer">
        <Counts counts={counts} />
        {check.held > 0 && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {heldText(check.room ?? 0, check.held)}
          </Alert>
        )}
        {check.newTags.length > 0 && (
          <Alert severity="info" sx={{ mt: 2 }}>
            Etiquetas que serão criadas: {check.newTags.slice(0, 20).join(', ')}
            {check.newTags.length > 20 && ` e mais ${check.newTags.length - 20}`}
          </Alert>
        )}
      </Panel>
      {found.errors.length > 0 && (
        <Panel title="Primeiros erros" aside={<ErrorFileButton id={found.id} />}>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: '0.875rem' }}>
            {found.errors.map(({ row, column, value, reason }) => (
              <Box
                component="li"
                key={`${row} ${column} ${reason}`}
                sx={{ py: 1, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
              >
                <strong>
                  Linha {formatNumber(row)}
                  {column && `, ${column}`}
                </strong>
                {value && <Box component="span" sx={{ color: 'text.secondary' }}>{` “${value}”`}</Box>}
                <Box component="span">{`: ${reason}`}</Box>
              </Box>
            ))}
          </Box>
        </Panel>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
        <Button size="large" onClick={onBack}>
          Voltar às colunas
        </Button>
        <Button
          variant="contained"
          size="large"
          disabled={willDo === 0 || step.isPending}
          onClick={() => step.mutate({ step: 'run' })}
        >
          {willDo === 0 ? 'Nada a importar' : `Importar ${formatNumber(willDo)} ${willDo === 1 ? 'lead' : 'leads'}`}
        </Button>
      </Box>
    </Box>
  )
}
