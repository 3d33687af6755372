import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useMemo, useState } from 'react'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import type { Tag } from '../../../../../services/leads/tags/schema.ts'
import { useTagChange, useTags } from '../../tags/api.ts'
import { fits, isTag, matchingTags } from '../../tags/match.ts'
import { TagChip, TagDot } from '../../tags/TagChip.tsx'
import { useTagging } from './api.ts'

type Choice = Tag | { id: null; name: string; color: 'slate' }

const none: Tag[] = []
/** The tags of a lead. A name that no tag has yet makes one. */
export function TagsField({ lead, editable }: { lead: Lead; editable: boolean }) {
  const { data: tags = none } = useTags()
  const [input, setInput] = useState('')
  const { mutate: set } = useTagging(lead.id)
  const create = useTagChange(tag => tag && set([...lead.tags, tag.id]))
  const chosen = useMemo(() => tags.filter(({ id }) => lead.tags.includes(id)), [tags, lead.tags])

  if (!editable)
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, color: 'text.secondary' }}>
        {chosen.length === 0 ? 'Sem etiquetas' : chosen.map(tag => <TagChip key={tag.id} {...tag} />)}
      </Box>
    )
  return (
    <Autocomplete<Choice, true, true>
      multiple
      disableClearable
      size="small"
      options={tags}
      value={chosen}
      inputValue={input}
      // A reset comes with every change of the tags from elsewhere; what is being typed stays.
      onInputChange={(_event, text, reason) => reason !== 'reset' && setInput(text.slice(0, 40))}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      // Enter takes the first, right after typing; without a text it would tag a lead by chance.
      filterSelectedOptions
      autoHighlight={input.trim() !== ''}
      filterOptions={options => {
        const found = matchingTags(options, input)
        if (!input.trim() || isTag(tags, input)) return found
        const best = found.filter(tag => fits(tag, input))
        return [...best, { id: null, name: input.trim(), color: 'slate' }, ...found.slice(best.length)]
      }}
      onChange={(_event, value) => {
        const fresh = value.find(({ id }) => id === null)
        if (fresh) create.mutate({ body: { name: fresh.name } })
        else set(value.flatMap(({ id }) => id ?? []))
      }}
      noOptionsText="Digite o nome da etiqueta"
      renderOption={({ key, ...props }, { id, name, color }) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
          {id === null ? `Criar “${name}”` : <TagDot tone={color} />}
          {id !== null && name}
        </Box>
      )}
      renderInput={props => (
        <TextField
          {...props}
          placeholder="Adicionar etiqueta"
          slotProps={{ ...props.slotProps, htmlInput: { ...props.slotProps.htmlInput, 'aria-label': 'Etiquetas' } }}
        />
      )}
      renderValue={(chosenTags, itemProps) =>
        chosenTags.map((tag, index) => {
          const { key, onDelete, ...props } = itemProps({ index })
          return (
            <Chip
              key={key}
              {...props}
              size="small"
              variant="outlined"
              label={tag.name}
              icon={<TagDot tone={tag.color} sx={{ ml: '8px !important' }} />}
              onDelete={onDelete}
            />
          )
        })
      }
    />
  )
}
