import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { tagColors } from '../../../../services/leads/tags/rules.ts'
import type { Tag } from '../../../../services/leads/tags/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { Failure } from '../../ui/Failure.tsx'
import { useTagChange, useTags } from './api.ts'
import { ColorButton } from './ColorButton.tsx'

type Props = {
  /** How many leads carry a tag; undefined where that is not known yet. */
  usesOf: (tag: Tag) => number | undefined
  onClose: () => void
}

/** The company's tags: new ones, other names, other colours, none. */
export function TagManager({ usesOf, onClose }: Props) {
  const id = useId()
  const { data: tags, error, refetch } = useTags()
  const changes = useMay('edit_leads')
  const [name, setName] = useState('')
  const create = useTagChange(() => setName(''))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() && !create.isPending) create.mutate({ body: { name: name.trim() } })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>Etiquetas</DialogTitle>
      <DialogContent>
        {changes && (
          <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', gap: 1, pt: 0.5, mb: 1.5 }}>
            <TextField
              fullWidth
              placeholder="Nova etiqueta"
              value={name}
              onChange={event => setName(event.target.value)}
              slotProps={{ htmlInput: { 'aria-label': 'Nova etiqueta', maxLength: 40 } }}
            />
            <Button type="submit" variant="contained" disabled={!name.trim() || create.isPending}>
              Criar
            </Button>
          </Box>
        )}
        {!tags && !error && <Skeleton height={48} />}
        {!tags && error && (
          <Failure title="Falha ao carregar as etiquetas" error={error} onRetry={() => void refetch()} />
        )}
        {tags?.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>
            Nenhuma etiqueta ainda. Use-as para agrupar leads do seu jeito.
          </Typography>
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {tags?.map(tag => (
            <TagRow key={tag.id} tag={tag} uses={usesOf(tag)} locked={!changes} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}

type RowProps = { tag: Tag; uses: number | undefined; locked: boolean }

function TagRow({ tag, uses, locked }: RowProps) {
  const deletes = useMay('delete_leads')
  const [name, setName] = useState(tag.name)
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useTagChange()
  const leads = uses === undefined ? '' : uses === 1 ? '1 lead' : `${formatNumber(uses)} leads`

  function rename(): void {
    const trimmed = name.trim()
    if (trimmed && trimmed !== tag.name)
      mutate({ id: tag.id, body: { name: trimmed } }, { onError: () => setName(tag.name) })
    else setName(tag.name)
  }

  if (asking)
    return (
      <Box component="li" role="alert" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="body2" sx={{ mb: 1 }}>
          Excluir a etiqueta <strong>{tag.name}</strong>? Ela sai de {leads || 'todos os leads'}. Isto não pode ser
          desfeito.
        </Typography>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            variant="contained"
            color="error"
            disabled={isPending}
            onClick={() => mutate({ id: tag.id, remove: true })}
          >
            Excluir
          </Button>
          <Button size="small" onClick={() => setAsking(false)}>
            Cancelar
          </Button>
        </Box>
      </Box>
    )

  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}>
      <ColorButton
        name={tag.name}
        color={tag.color}
        colors={tagColors}
        disabled={locked}
        onChange={color => mutate({ id: tag.id, body: { color } })}
      />
      <TextField
        fullWidth
        variant="standard"
        value={name}
        disabled={locked}
        onChange={event => setName(event.target.value)}
        onBlur={rename}
        onKeyDown={event => event.key === 'Enter' && rename()}
        slotProps={{
          htmlInput: { 'aria-label': `Nome da etiqueta ${tag.name}`, maxLength: 40 },
          input: { disableUnderline: true }
        }}
        sx={{ '& input': { px: 1, borderRadius: 1, '&:focus, &:hover': { bgcolor: theme => theme.tokens.sunken } } }}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {leads}
      </Typography>
      {deletes && (
        <IconButton size="small" aria-label={`Excluir etiqueta ${tag.name}`} onClick={() => setAsking(true)}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}
