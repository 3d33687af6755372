import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { counted } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type ImportSummary, useDeleteImport, useImports } from './api.ts'
import { StateTag } from './StateTag.tsx'

/** The lists that were brought in before. */
export function PastImports() {
  const { data, error, isPending, refetch } = useImports()
  return (
    <Box component="section" aria-labelledby="past-imports" sx={{ mt: 3 }}>
      <Typography variant="h2" id="past-imports" sx={{ mb: 1.5 }}>
        Importações anteriores
      </Typography>
      {isPending && <Skeleton variant="rounded" height={96} aria-hidden />}
      {error && !data && (
        <Card>
          <Failure title="Falha ao carregar as importações" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {data?.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>Nenhuma até agora. A primeira aparece aqui.</Typography>
      )}
      {data && data.length > 0 && (
        <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map(each => (
            <PastImport key={each.id} found={each} />
          ))}
        </Card>
      )}
    </Box>
  )
}

/** The outcome of an import, or of its undoing. */
function outcomeOf(run: NonNullable<ImportSummary['run']>): string {
  const { counts, undoneAt, undone, removed, kept } = run
  const some = (n: number, one: string, many: string) => (n > 0 ? [counted(n, one, many)] : [])
  if (undoneAt)
    return [
      ...some(removed, 'removido', 'removidos'),
      ...some(undone - removed, 'como antes', 'como antes'),
      ...some(kept, 'ficou', 'ficaram')
    ].join(' · ')
  if (!counts) return ''
  return [
    counted(counts.created, 'novo', 'novos'),
    counted(counts.updated, 'atualizado', 'atualizados'),
    ...some(counts.error + counts.duplicate, 'não importado', 'não importados')
  ].join(' · ')
}

function PastImport({ found: { id, name, createdAt, actorName, run } }: { found: ImportSummary }) {
  const what = run ? outcomeOf(run) : ''
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' }
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box
          component={Link}
          to={`/leads/import/${id}`}
          sx={{ fontWeight: 600, color: 'primary.main', overflowWrap: 'anywhere' }}
        >
          {name}
        </Box>
        <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <Moment at={createdAt} />
          {actorName && ` · ${actorName}`}
        </Typography>
        {what && <Typography sx={{ fontSize: '0.8125rem' }}>{what}</Typography>}
      </Box>
      {run ? (
        <StateTag state={run.state} />
      ) : (
        <>
          <Tag tone="warning">Falta importar</Tag>
          <DeleteButton id={id} name={name} />
        </>
      )}
    </Box>
  )
}

function DeleteButton({ id, name }: Pick<ImportSummary, 'id' | 'name'>) {
  const deleting = useDeleteImport(id)
  return (
    <Button
      size="small"
      color="error"
      aria-label={`Apagar ${name}`}
      disabled={deleting.isPending}
      onClick={() => deleting.mutate()}
    >
      Apagar
    </Button>
  )
}
