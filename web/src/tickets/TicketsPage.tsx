import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { PageHead } from '../ui/PageHead.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Tabs, useTab } from '../ui/Tabs.tsx'
import { useDraft } from '../ui/useDraft.ts'
import { TicketList } from './TicketList.tsx'

const tabs = [
  { key: 'abertos', label: 'Em aberto' },
  { key: 'encerrados', label: 'Encerrados' },
  { key: 'todos', label: 'Todos' }
]

const filters = { abertos: { open: true }, encerrados: { open: false }, todos: {} }

/** What the company asked of the provider, and what became of it. */
export default function TicketsPage() {
  const tab = useTab(tabs)
  const [q, setQ] = useState('')
  const [text, type] = useDraft(q, setQ)
  const filter = { ...filters[tab as keyof typeof filters], ...(q.trim() && { q: q.trim() }) }
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
      <Tabs tabs={tabs} label="Chamados" />
      <Box role="search" sx={{ mb: 2, maxWidth: { sm: 360 } }}>
        <SearchField
          fullWidth
          label="Buscar chamados"
          value={text}
          onChange={type}
          placeholder="Palavras ou #número"
          input={{ maxLength: 100 }}
        />
      </Box>
      {/* Another filter begins at its first page. */}
      <TicketList key={JSON.stringify(filter)} filter={filter} />
    </>
  )
}
