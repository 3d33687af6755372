import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { memo, useState } from 'react'
import type { Timeline as Page } from '../../../../../services/leads/timeline/schema.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useTimeline } from './api.ts'
import { NoteItem } from './NoteItem.tsx'
import { TimelineEntry } from './TimelineEntry.tsx'
import { timelineFilters } from './words.ts'

/** Everything that happened with a lead, the newest first, pinned notes on top. */
export const Timeline = memo(function Timeline({ leadId }: { leadId: string }) {
  const [filter, setFilter] = useState(0)
  const kinds = timelineFilters[filter]?.kinds.join(',') ?? ''
  const timeline = useTimeline(leadId, kinds)
  const pages = timeline.data?.pages ?? []
  return (
    <Panel title="Linha do tempo">
      <Box role="group" aria-label="Mostrar" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 2.5 }}>
        {timelineFilters.map(({ label }, n) => (
          <Chip
            key={label}
            label={label}
            size="small"
            clickable
            color={n === filter ? 'primary' : 'default'}
            variant={n === filter ? 'filled' : 'outlined'}
            aria-pressed={n === filter}
            onClick={() => setFilter(n)}
            sx={{ '@media (pointer: coarse)': { height: 32 } }}
          />
        ))}
      </Box>
      {timeline.isPending ? (
        <LoadingRows label="Carregando a linha do tempo" />
      ) : timeline.isError && pages.length === 0 ? (
        <Failure
          title="Falha ao carregar a linha do tempo"
          error={timeline.error}
          onRetry={() => void timeline.refetch()}
        />
      ) : (
        <Entries leadId={leadId} pages={pages} filtered={filter > 0} />
      )}
      {timeline.hasNextPage && (
        <Button
          fullWidth
          variant="outlined"
          aria-busy={timeline.isFetchingNextPage}
          onClick={() => timeline.isFetchingNextPage || void timeline.fetchNextPage()}
          sx={{ mt: 2 }}
        >
          {timeline.isFetchingNextPage ? 'Carregando...' : 'Mostrar mais'}
        </Button>
      )}
    </Panel>
  )
})

function Entries({ leadId, pages, filtered }: { leadId: string; pages: Page[]; filtered: boolean }) {
  const pinned = pages[0]?.pinned ?? []
  const items = pages.flatMap(page => page.items)
  if (pinned.length + items.length === 0)
    return (
      <Box sx={{ color: 'text.secondary' }}>
        {filtered ? 'Nada para mostrar com este filtro.' : 'Nada registrado ainda.'}
      </Box>
    )
  return (
    <>
      {pinned.length > 0 && (
        <Box
          component="ul"
          aria-label="Notas fixadas"
          sx={{ listStyle: 'none', m: 0, mb: 2.5, p: 0, display: 'grid', gap: 1 }}
        >
          {pinned.map(note => (
            <li key={note.id}>
              <NoteItem leadId={leadId} note={note} />
            </li>
          ))}
        </Box>
      )}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, '& a': { color: 'primary.main' } }}>
        {items.map(item => (
          <TimelineEntry key={item.id} leadId={leadId} item={item} />
        ))}
      </Box>
    </>
  )
}
