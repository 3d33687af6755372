import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { Link, useSearchParams } from 'react-router-dom'
import {
  ticketCategories,
  ticketCategoryLabels,
  ticketPriorities,
  ticketPriorityLabels
} from '../../../../services/support/tickets/rules.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { filterNames, filterOf } from './filter.ts'
import { TicketList } from './TicketList.tsx'

const tabs = [
  { key: 'abertos', label: 'Em aberto' },
  { key: 'encerrados', label: 'Encerrados' },
  { key: 'todos', label: 'Todos' }
]

const filters = { abertos: { open: true }, encerrados: { open: false }, todos: {} }

/** The company's tickets with the provider, and their states. */
export default function TicketsPage() {
  const tab = useTab(tabs)
  const [search, setSearch] = useSearchParams()
  const narrowed = filterOf(search)
  const set = (part: keyof typeof filterNames, value: string) =>
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        if (value) next.set(filterNames[part], value)
        else next.delete(filterNames[part])
        return next
      },
      { replace: true }
    )
  const clear = () =>
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        for (const name of Object.values(filterNames)) next.delete(name)
        return next
      },
      { replace: true }
    )
  const [text, type] = useDraft(search.get(filterNames.q) ?? '', value => set('q', value))
  const filter = { ...filters[tab as keyof typeof filters], ...narrowed }
  const select = (part: 'category' | 'priority', label: string, labels: readonly (readonly [string, string])[]) => (
    <TextField
      select
      size="small"
      label={label}
      value={narrowed[part] ?? ''}
      onChange={({ target }) => set(part, target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: { sm: 170 } }}
    >
      <MenuItem value="">Todas</MenuItem>
      {labels.map(([value, name]) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <>
      <PageHead
        title="Chamados"
        primary={
          <Button variant="contained" component={Link} to="/tickets/new" startIcon={<AddIcon />}>
            Abrir chamado
          </Button>
        }
      />
      <Tabs tabs={tabs} label="Chamados" keepsSearch />
      <Box
        role="search"
        sx={{
          display: { xs: 'grid', sm: 'flex' },
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          mb: 2,
          gridTemplateColumns: '1fr 1fr'
        }}
      >
        <Box sx={{ gridColumn: '1 / -1', flex: '1 1 220px', maxWidth: { sm: 360 } }}>
          <SearchField
            fullWidth
            label="Buscar chamados"
            value={text}
            onChange={type}
            placeholder="Palavras ou #número"
            input={{ maxLength: 100 }}
          />
        </Box>
        {select(
          'category',
          'Categoria',
          ticketCategories.map(each => [each, ticketCategoryLabels[each]])
        )}
        {select(
          'priority',
          'Prioridade',
          ticketPriorities.map(each => [each, ticketPriorityLabels[each]])
        )}
        <FormControlLabel
          label="Só não lidos"
          sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
          control={
            <Checkbox
              size="small"
              checked={narrowed.unread === true}
              onChange={({ target }) => set('unread', target.checked ? 'sim' : '')}
            />
          }
        />
      </Box>
      {/* Another filter begins at its first page. */}
      <TicketList key={JSON.stringify(filter)} filter={filter} onClear={clear} />
    </>
  )
}
