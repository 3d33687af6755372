import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type KeyboardEvent, useState } from 'react'
import { useTagChange, useTags } from '../../tags/api.ts'
import { fits, isTag, matchingTags } from '../../tags/match.ts'
import { TagDot } from '../../tags/TagChip.tsx'
import { BulkDialog, type BulkDialogProps } from './BulkDialog.tsx'

/** Puts tags on the leads or takes them off; a tag that is missing is created on the way. */
export function TagsDialog({ count, ...props }: BulkDialogProps) {
  const { data: tags = [] } = useTags()
  const [kind, setKind] = useState<'addTags' | 'removeTags'>('addTags')
  const [chosen, setChosen] = useState<string[]>([])
  const [text, setText] = useState('')
  const create = useTagChange(tag => {
    if (tag) setChosen(ids => [...ids, tag.id])
    setText('')
  })
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id])
  const shown = matchingTags(tags, text)
  const isNew = text.trim() !== '' && !isTag(tags, text)
  const make = () => create.isPending || create.mutate({ body: { name: text.trim() } })

  /**
   * Right after typing, Enter takes the best match or makes the tag; with nothing typed it does what the dialog is for.
   */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !text.trim()) return
    event.preventDefault()
    const [best] = shown
    if (best && (fits(best, text) || kind === 'removeTags')) {
      setChosen(ids => [...new Set([...ids, best.id])])
      setText('')
    } else if (kind === 'addTags') make()
  }

  return (
    <BulkDialog
      {...props}
      title={`Etiquetas de ${count}`}
      action={kind === 'addTags' ? 'Pôr etiquetas' : 'Tirar etiquetas'}
      bulk={chosen.length > 0 ? { kind, params: { tagIds: chosen } } : null}
    >
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={kind}
        onChange={(_event, value) => value && setKind(value)}
        aria-label="O que fazer"
        sx={{ mb: 1.5 }}
      >
        <ToggleButton value="addTags" sx={{ textTransform: 'none' }}>
          Pôr
        </ToggleButton>
        <ToggleButton value="removeTags" sx={{ textTransform: 'none' }}>
          Tirar
        </ToggleButton>
      </ToggleButtonGroup>
      <TextField
        autoFocus
        fullWidth
        placeholder={kind === 'addTags' ? 'Buscar ou criar etiqueta' : 'Buscar etiqueta'}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
        slotProps={{ htmlInput: { 'aria-label': 'Etiqueta', maxLength: 40 } }}
      />
      <Box role="group" aria-label="Etiquetas" sx={{ display: 'grid', mt: 1, maxHeight: 260, overflowY: 'auto' }}>
        {shown.map(({ id, name, color }) => (
          <FormControlLabel
            key={id}
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
                <TagDot tone={color} />
                {name}
              </Box>
            }
            control={<Checkbox size="small" checked={chosen.includes(id)} onChange={() => toggle(id)} />}
            sx={{ ml: 0 }}
          />
        ))}
        {isNew && kind === 'addTags' && (
          <Button
            startIcon={<AddIcon />}
            disabled={create.isPending}
            onClick={make}
            sx={{ justifyContent: 'flex-start', whiteSpace: 'normal', textAlign: 'left' }}
          >
            Criar etiqueta {text.trim()}
          </Button>
        )}
      </Box>
    </BulkDialog>
  )
}
