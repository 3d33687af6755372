import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { counted, formatNumber } from '../../core/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type Import, underWay, useColumnsKept, useImportStep } from './api.ts'
import { Counts } from './Counts.tsx'
import { ErrorFileButton } from './ErrorFileButton.tsx'
import { LeftOutColumns } from './LeftOutColumns.tsx'
import { Progress } from './Progress.tsx'
import { StateTag } from './StateTag.tsx'

type Props = { found: Import; run: NonNullable<Import['run']> }

/** The outcome, the rows that were left out, and the way back. */
export function ResultStep({ found, run }: Props) {
  const [asking, setAsking] = useState(false)
  const step = useImportStep(found.id)
  const keeping = useColumnsKept(found.id)
  const navigate = useNavigate()
  if (underWay(run))
    return (
      <Panel title={run.state === 'undoing' ? 'Desfazendo a importação' : 'Importando'}>
        <Progress
          label={run.state === 'undoing' ? 'Desfeitas' : 'Importadas'}
          done={run.done}
          total={run.total}
          note="Você pode fechar esta página: o trabalho continua."
        />
      </Panel>
    )
  const failed = (run.counts?.error ?? 0) + (run.counts?.duplicate ?? 0)
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title={found.name} aside={<StateTag state={run.state} />}>
        {run.error && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {run.retryable && stoppedText(run)} {run.error}
          </Alert>
        )}
        {run.state === 'undone' && <UndoneText run={run} />}
        {run.counts && <Counts counts={run.counts} />}
        {run.state !== 'undone' && run.notes > 0 && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {counted(run.notes, 'texto do arquivo virou nota', 'textos do arquivo viraram notas')} dos leads, com o nome
            da coluna, porque nenhum campo os lê.
          </Alert>
        )}
        {run.state !== 'undone' &&
          leftOutTexts(run).map(text => (
            <Alert key={text} severity="warning" sx={{ mt: 2 }}>
              {text}
            </Alert>
          ))}
        {run.state === 'done' && (
          <LeftOutColumns
            found={found}
            busy={keeping.isPending}
            onKeep={
              found.expired
                ? undefined
                : columns => keeping.mutate(columns, { onSuccess: ({ id }) => navigate(`/leads/import/${id}`) })
            }
          />
        )}
        {failed > 0 && !found.expired && run.state !== 'undone' && (
          <Alert severity="info" sx={{ mt: 2 }}>
            Corrija as linhas que ficaram de fora e envie o arquivo de novo: quem já entrou é reconhecido.
            <Box sx={{ mt: 0.5, ml: -0.5 }}>
              <ErrorFileButton id={found.id} />
            </Box>
          </Alert>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2.5 }}>
          {run.retryable && (
            <Button variant="contained" disabled={step.isPending} onClick={() => step.mutate({ step: 'run' })}>
              Tentar de novo
            </Button>
          )}
          <Button variant={run.retryable ? 'outlined' : 'contained'} component={Link} to="/leads">
            Ver os leads
          </Button>
          <Button component={Link} to="/leads/import">
            Importar outro arquivo
          </Button>
          {run.undoable && (
            <Button color="error" onClick={() => setAsking(true)}>
              Desfazer importação
            </Button>
          )}
        </Box>
      </Panel>
      {run.keptLeads.length > 0 && (
        <Panel title="O que ficou">
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {run.keptLeads.map(({ id, name, reason }) => (
              <Box component="li" key={id} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
                <Box component={Link} to={`/leads/${id}`} sx={{ fontWeight: 600, color: 'primary.main' }}>
                  {name}
                </Box>
                <Typography sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{reason}</Typography>
              </Box>
            ))}
          </Box>
          {run.kept > run.keptLeads.length && (
            <Typography sx={{ pt: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}>
              E mais {formatNumber(run.kept - run.keptLeads.length)}
            </Typography>
          )}
        </Panel>
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} maxWidth="xs" aria-labelledby="undo-import">
        <DialogTitle id="undo-import">Desfazer esta importação?</DialogTitle>
        <DialogContent>
          Os leads criados saem da lista e os atualizados voltam a ser como eram. O que alguém já mudou depois fica como
          está, e você vê quais são.
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancelar</Button>
          <Button
            color="error"
            variant="contained"
            disabled={step.isPending}
            onClick={() => step.mutate({ step: 'undo' }, { onSettled: () => setAsking(false) })}
          >
            Desfazer
          </Button>
        </DialogActions>
      </Dialog>
    </Box>
  )
}

/** How far an import came that failed. */
function stoppedText({ done, total, changed }: Props['run']): string {
  if (changed === 0) return 'A importação parou antes de o primeiro lead entrar.'
  const entered = counted(changed, 'lead já entrou e pode ser desfeito', 'leads já entraram e podem ser desfeitos')
  return `A importação parou na linha ${formatNumber(done)} de ${formatNumber(total)}: ${entered}. Os outros entram quando você tentar de novo.`
}

/** Sentences about values whose field somebody deleted meanwhile. */
const leftOutTexts = ({ leftOut }: Props['run']): string[] =>
  Object.entries(leftOut).map(
    ([heading, n]) =>
      `O campo da coluna "${heading}" foi excluído durante a importação: ${counted(n, 'valor ficou', 'valores ficaram')} de fora. Para guardar, envie o arquivo de novo e escolha outro destino para a coluna.`
  )

const UndoneText = ({ run: { undone, removed, kept, erased } }: Pick<Props, 'run'>) => (
  <Alert severity={kept > 0 ? 'warning' : 'success'} sx={{ mb: 2 }}>
    {[
      removed > 0 && `${counted(removed, 'lead criado saiu', 'leads criados saíram')} da lista.`,
      undone > removed && `${counted(undone - removed, 'lead voltou', 'leads voltaram')} a ser como antes.`,
      kept > 0 && `${counted(kept, 'lead ficou', 'leads ficaram')}, porque alguém mexeu depois.`,
      erased > 0 && `${counted(erased, 'já tinha sido excluído', 'já tinham sido excluídos')} a pedido da pessoa.`
    ]
      .filter(Boolean)
      .join(' ')}
  </Alert>
)
