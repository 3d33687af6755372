import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Sort } from '../address.ts'
import { useValuesUsed } from '../api.ts'

const always = [
  { value: 'receivedAt DESC', label: 'Mais recentes' },
  { value: 'receivedAt ASC', label: 'Mais antigos' },
  { value: 'nextTaskAt ASC', label: 'Próxima ação' },
  { value: 'lastContactAt ASC', label: 'Sem contato há mais tempo' },
  { value: 'score DESC', label: 'Maior pontuação' },
  { value: 'name ASC', label: 'Nome de A a Z' },
  { value: 'name DESC', label: 'Nome de Z a A' },
  { value: 'status ASC', label: 'Por situação' },
  { value: 'source ASC', label: 'Por origem' }
]

const byValue = { value: 'valueCents DESC', label: 'Maior valor' }

/** The order of the list, where there are no column heads to press. */
export function LeadSort({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const orders = useValuesUsed() ? [...always, byValue] : always
  const current = `${sort.field} ${sort.order}`
  return (
    <TextField
      select
      value={orders.some(({ value }) => value === current) ? current : ''}
      onChange={event => {
        const [field = '', order] = event.target.value.split(' ')
        onChange({ field, order: order === 'ASC' ? 'ASC' : 'DESC' })
      }}
      sx={{ flex: '1 1 150px', minWidth: 0 }}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': 'Ordenar' } } }}
    >
      {orders.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}
