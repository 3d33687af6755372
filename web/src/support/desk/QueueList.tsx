import TicketIcon from '@mui/icons-material/ConfirmationNumberOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useEffect, useState } from 'react'
import { counted } from '../../core/format.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type DeskFilter, type DeskRow, perPage, useQueue } from './api.ts'
import { BulkBar } from './BulkBar.tsx'
import { isNarrow } from './filter.ts'
import { QueueRow } from './QueueRow.tsx'

/** One queue, a page at a time; several tickets are changed at once. */
export function QueueList({ filter }: { filter: DeskFilter }) {
  const [page, setPage] = useState(0)
  const [selected, setSelected] = useState<readonly string[]>([])
  const reading = useQueue(filter, page)
  const shown = reading.data?.tickets
  const gone = page > 0 && shown?.length === 0
  // The last ones of the last page may have moved on.
  useEffect(() => {
    if (gone) setPage(page - 1)
  }, [gone, page])
  const chosen = selected.filter(id => shown?.some(ticket => ticket.id === id))
  const turn = (to: number) => {
    setPage(to)
    setSelected([])
  }
  return (
    <>
      {chosen.length > 0 && <BulkBar ids={chosen} onDone={() => setSelected([])} />}
      <Card>
        <Loaded of={reading} what="os chamados">
          {({ tickets }) =>
            tickets.length === 0 ? (
              <Nothing filter={filter} />
            ) : (
              <Listed tickets={tickets} selected={chosen} onSelect={setSelected} />
            )
          }
        </Loaded>
      </Card>
      {reading.data && reading.data.total > 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.5 }}>
          <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
            {reading.data.capped ? 'Mais de ' : ''}
            {counted(reading.data.total, 'chamado', 'chamados')}
          </Box>
          {reading.data.total > perPage && (
            <>
              <Button disabled={page === 0} onClick={() => turn(page - 1)}>
                Anteriores
              </Button>
              <Button disabled={(page + 1) * perPage >= reading.data.total} onClick={() => turn(page + 1)}>
                Próximos
              </Button>
            </>
          )}
        </Box>
      )}
    </>
  )
}

type ListedProps = {
  tickets: readonly DeskRow[]
  selected: readonly string[]
  onSelect: (selected: readonly string[]) => void
}

function Listed({ tickets, selected, onSelect }: ListedProps) {
  const all = tickets.every(({ id }) => selected.includes(id))
  return (
    <>
      <Box sx={{ px: { xs: 0.5, sm: 1 }, py: 0.5, borderBottom: 1, borderColor: 'divider' }}>
        <FormControlLabel
          sx={{ m: 0 }}
          control={
            <Checkbox
              size="small"
              checked={all}
              indeterminate={selected.length > 0 && !all}
              onChange={() => onSelect(all ? [] : tickets.map(({ id }) => id))}
            />
          }
          label="Escolher todos desta página"
          slotProps={{ typography: { variant: 'body2', sx: { color: 'text.secondary' } } }}
        />
      </Box>
      <Box component="ul" aria-label="Chamados" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {tickets.map(ticket => (
          <QueueRow
            key={ticket.id}
            ticket={ticket}
            selected={selected.includes(ticket.id)}
            onSelect={on => onSelect(on ? [...selected, ticket.id] : selected.filter(id => id !== ticket.id))}
          />
        ))}
      </Box>
    </>
  )
}

const Nothing = ({ filter }: { filter: DeskFilter }) => (
  <Notice
    icon={<TicketIcon />}
    title={isNarrow(filter) ? 'Nada encontrado' : 'Nenhum chamado nesta fila'}
    text={
      filter.q
        ? `Nenhum chamado fala de “${filter.q}”.`
        : isNarrow(filter)
          ? 'Nenhum chamado desta fila passa pelo filtro.'
          : 'Quando houver um, ele aparece aqui sozinho.'
    }
  />
)
