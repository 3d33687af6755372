import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useGetList } from 'react-admin'
import { providerId } from '../../../../services/platform/audit/rules.ts'

export type CompanyOption = { id: string; name: string }

const ourselves: CompanyOption = { id: providerId, name: 'Nossa equipe' }

type Props = {
  value: CompanyOption | null
  onChange: (company: CompanyOption | null) => void
  /** The provider's own entries can be asked for too. */
  own: boolean
}

/** Finds a company by its name, its CNPJ or its e-mail. */
export function CompanyFilter({ value, onChange, own }: Props) {
  const [text, setText] = useState('')
  const { data = [], isFetching } = useGetList<CompanyOption>(
    'companies',
    {
      filter: text.trim() ? { q: text.trim() } : {},
      sort: { field: 'name', order: 'ASC' },
      pagination: { page: 1, perPage: 10 }
    },
    { placeholderData: keepPreviousData }
  )
  const found = data.map(({ id, name }) => ({ id: String(id), name }))

  return (
    <Autocomplete<CompanyOption>
      value={value}
      options={own ? [ourselves, ...found] : found}
      // The server has searched; what it found by CNPJ or e-mail need not hold the text.
      filterOptions={options => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isFetching}
      loadingText="Buscando..."
      noOptionsText="Nenhuma empresa encontrada"
      clearText="Limpar"
      openText="Abrir"
      closeText="Fechar"
      disablePortal
      slotProps={{ paper: { sx: { border: 1, borderColor: 'divider', boxShadow: 3 } } }}
      onChange={(_event, company) => onChange(company)}
      onInputChange={(_event, typed, reason) => setText(reason === 'input' ? typed : '')}
      renderInput={params => <TextField {...params} label="Empresa" />}
      sx={{ flex: { xs: '1 1 100%', sm: '0 1 220px' }, minWidth: 180 }}
    />
  )
}
