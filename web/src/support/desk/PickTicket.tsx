import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useDraft } from '../../ui/useDraft.ts'
import { type DeskRow, useTicketSearch } from './api.ts'

type Props = {
  label: string
  value: DeskRow | null
  onChange: (ticket: DeskRow | null) => void
  /** Only tickets of this company. */
  companyId?: string | null
  /** Tickets that are left out of the choice. */
  without: readonly string[]
}

/** Finds a ticket by its number, or by words of it. */
export function PickTicket({ label, value, onChange, companyId = null, without }: Props) {
  const [q, setQ] = useState('')
  const [, type] = useDraft(q, text => setQ(text.trim()))
  const { data = [], isFetching } = useTicketSearch(q, companyId)
  return (
    <Autocomplete<DeskRow>
      fullWidth
      size="small"
      value={value}
      options={data.filter(({ id }) => !without.includes(id))}
      // The server has searched, in the messages too.
      filterOptions={options => options}
      getOptionLabel={({ number, subject }) => `#${number} ${subject}`}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isFetching}
      loadingText="Buscando..."
      noOptionsText="Nenhum chamado encontrado"
      clearText="Limpar"
      openText="Abrir"
      closeText="Fechar"
      onChange={(_event, ticket) => onChange(ticket)}
      onInputChange={(_event, typed, reason) => type(reason === 'input' ? typed : '')}
      renderInput={params => <TextField {...params} label={label} placeholder="#número ou palavras" />}
    />
  )
}
