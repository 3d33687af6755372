import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { useLeadSearch } from './api.ts'

const maxLeads = 8

export type PickedLead = Pick<Lead, 'id' | 'name' | 'phone' | 'email'>

type Props = {
  value: PickedLead | null
  onChange: (lead: PickedLead | null) => void
  autoFocus?: boolean
  label?: string
}

/** Looks for a lead by name, telephone or e-mail while it is typed. */
export function LeadField({ value, onChange, autoFocus = false, label = 'Lead' }: Props) {
  const phoneText = usePhoneText()
  const [search, setSearch] = useState('')
  const [text, setText] = useDraft(search, setSearch)
  const { data: found = [], isFetching } = useLeadSearch(search, maxLeads)
  return (
    <Autocomplete<PickedLead>
      options={search.trim().length >= 2 ? found : []}
      value={value}
      onChange={(_event, chosen) => onChange(chosen)}
      inputValue={text}
      onInputChange={(_event, typed) => setText(typed)}
      filterOptions={options => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isFetching}
      loadingText="Procurando"
      noOptionsText={search.trim().length < 2 ? 'Digite o nome, o telefone ou o e-mail' : 'Nenhum lead encontrado'}
      renderOption={({ key, ...props }, { name, phone, email }) => (
        <li key={key} {...props}>
          <Box>
            {name}
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{phone ? phoneText(phone) : email}</Box>
          </Box>
        </li>
      )}
      renderInput={params => (
        <TextField {...params} autoFocus={autoFocus} label={label} placeholder="Nome, telefone ou e-mail" />
      )}
    />
  )
}
