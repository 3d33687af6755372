import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useNotify } from 'react-admin'
import type { ColumnField } from '../../../../services/leads/imports/schema.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Undo } from '../../ui/Undo.tsx'
import { useColumnFieldChange, useColumnFields } from './api.ts'

/** The fields of the company's own that were made of columns, where each can be deleted. */
export function ColumnFields() {
  const { data, error, refetch } = useColumnFields()
  const notify = useNotify()
  const { mutate, mutateAsync, isPending } = useColumnFieldChange()
  function remove({ name, label }: ColumnField): void {
    if (isPending) return
    mutateAsync({ name }).then(
      () =>
        notify(<Undo label={`Campo excluído: ${label}`} onUndo={() => mutate({ name, restore: true })} />, {
          type: 'info',
          autoHideDuration: 8000
        }),
      () => {} // the refusal is reported already
    )
  }
  if (error && !data)
    return (
      <Card sx={{ mt: 3 }}>
        <Failure title="Falha ao carregar os campos" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data || data.length === 0) return null
  return (
    <Box component="section" aria-labelledby="column-fields" sx={{ mt: 3 }}>
      <Typography variant="h2" id="column-fields" sx={{ mb: 0.5 }}>
        Campos feitos de colunas
      </Typography>
      <Typography variant="body2" sx={{ mb: 1.5, color: 'text.secondary' }}>
        Um campo excluído sai das importações, das exportações e da lista. O que os leads já têm nele continua na página
        de cada um.
      </Typography>
      <Card component="ul" sx={{ m: 0, px: 2, py: 0.5, listStyle: 'none' }}>
        {data.map(field => (
          <Box
            component="li"
            key={field.name}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              minHeight: 48,
              '& + &': { borderTop: 1, borderColor: 'divider' }
            }}
          >
            <Box component="span" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {field.label}
            </Box>
            <IconButton aria-label={`Excluir o campo ${field.label}`} title="Excluir" onClick={() => remove(field)}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Card>
    </Box>
  )
}
