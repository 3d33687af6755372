import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useListContext } from 'react-admin'
import { companyRoles } from '../../../../services/account/auth/rules.ts'
import { employeeStatuses, roleLabels, statusLabels } from '../../../../services/account/employees/rules.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { useDraft } from '../../ui/useDraft.ts'

type Filter = { q?: string | undefined; role?: string | undefined; status?: string | undefined }

/** The search box, the role and the status. */
export function TeamFilters({ phone }: { phone: boolean }) {
  const { filterValues, setFilters } = useListContext()
  const filter = filterValues as Filter
  const change = (part: Filter) => setFilters({ ...filter, ...part })
  const [search, setSearch] = useDraft(filter.q ?? '', q => change({ q: q.trim() || undefined }))

  const choice = (name: 'role' | 'status', label: string, all: string, labels: Record<string, string>) => (
    <TextField
      select
      value={filter[name] ?? ''}
      onChange={event => change({ [name]: event.target.value || undefined })}
      sx={{ flex: phone ? '1 1 130px' : '0 0 180px', minWidth: 0 }}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { 'aria-label': label }
        },
        htmlInput: { 'aria-label': label }
      }}
    >
      <MenuItem value="">{all}</MenuItem>
      {Object.entries(labels).map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )

  return (
    <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
      <SearchField
        label="Buscar pessoas"
        value={search}
        onChange={setSearch}
        placeholder="Nome ou e-mail"
        sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, maxWidth: { sm: 380 } }}
        input={{ maxLength: 200 }}
      />
      {choice('role', 'Papel', 'Todos os papéis', pick(companyRoles, roleLabels))}
      {choice('status', 'Situação', 'Todas as situações', pick(employeeStatuses, statusLabels))}
      {Object.keys(filter).length > 0 && <Button onClick={() => setFilters({})}>Limpar filtros</Button>}
    </Box>
  )
}

const pick = <K extends string>(order: readonly K[], labels: Record<K, string>): Record<string, string> =>
  Object.fromEntries(order.map(key => [key, labels[key]]))
