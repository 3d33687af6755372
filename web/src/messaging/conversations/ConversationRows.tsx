import InboxIcon from '@mui/icons-material/AllInboxOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import type { Tag } from '../../../../services/leads/tags/schema.ts'
import type { ChannelKind } from '../../../../services/messaging/channels/rules.ts'
import { counted } from '../../core/format.ts'
import { useTags } from '../../leads/tags/api.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { pageSize, useConversationPages } from './api.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { Rows, rowHeight } from './style.ts'
import { useInboxFilter } from './useInboxFilter.ts'
import { useNow } from './useNow.ts'
import { useVirtualRows } from './useVirtualRows.ts'

/** The channel whose conversations are listed, and which one is open. */
export type ListProps = { kind: ChannelKind; open: string | undefined }

type RowsProps = ListProps & Pick<ReturnType<typeof useInboxFilter>, 'filter' | 'addressOf'>

const noTags: Tag[] = []

/** How many rows there are at first, before the server has said so. */
const guessed = 8

export function VirtualRows({ kind, open, filter, addressOf }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const now = useNow()
  const zone = useTimeZone()
  const { data: tags, refetch: readTags } = useTags()
  const count = useRef(guessed)
  const [from, to] = useVirtualRows(list, rowHeight)
  const first = Math.floor(from / pageSize)
  const needed = Array.from(
    { length: Math.floor(Math.max(0, Math.min(to, count.current) - 1) / pageSize) - first + 1 },
    (_, n) => first + n
  )
  const { pages, error, retry } = useConversationPages(filter, needed)
  const loaded = [...pages.values()].filter(page => page !== undefined)
  // Where there are more than are counted the list grows as one goes down.
  const total = loaded.length === 0 ? count.current : Math.max(...loaded.map(page => page.total))
  count.current = total + (loaded.some(({ capped }) => capped) ? pageSize : 0)

  // A colleague may have made a tag a moment ago.
  const unknown =
    tags !== undefined &&
    loaded.some(page => page.rows.some(row => row.tags.some(id => !tags.some(tag => tag.id === id))))
  useEffect(() => {
    if (unknown) void readTags()
  }, [unknown, readTags])

  // The row that had the focus may be gone, resolved for instance: the next one takes its place.
  const focused = useRef(-1)
  useEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-row]')
    rows?.[Math.min(focused.current - from, rows.length - 1)]?.focus({ preventScroll: true })
  })

  if (error && loaded.length === 0)
    return <Failure title="Falha ao carregar as conversas" error={error} onRetry={retry} />
  if (loaded.length > 0 && total === 0) return <Nothing kind={kind} filter={filter} />
  const seen = new Set<string>()
  const rows = Array.from({ length: Math.max(0, Math.min(to, count.current) - from) }, (_, n) => {
    const index = from + n
    const conversation = pages.get(Math.floor(index / pageSize))?.rows[index % pageSize]
    // Between two readings a row may have moved from one page to the other.
    if (!conversation || seen.has(conversation.id)) return { index, key: `row ${index}`, conversation: undefined }
    seen.add(conversation.id)
    return { index, key: conversation.id, conversation }
  })
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {loaded.length > 0 && counted(total, 'conversa', 'conversas')}
      </span>
      <Box
        ref={list}
        data-rows
        sx={{ flexGrow: 1, overflowY: 'auto', minHeight: 0, overscrollBehavior: 'contain' }}
        onFocus={({ target }) => {
          focused.current = Number(target.closest('li')?.dataset.index ?? -1)
        }}
      >
        <Rows style={{ height: count.current * rowHeight }} aria-busy={loaded.length === 0}>
          {rows.map(({ index, key, conversation }) => (
            <li
              key={key}
              data-index={index}
              style={{ top: index * rowHeight }}
              aria-setsize={count.current}
              aria-posinset={index + 1}
            >
              {conversation ? (
                <ConversationRow
                  conversation={conversation}
                  tags={tags ?? noTags}
                  to={addressOf(conversation)}
                  current={conversation.id === open}
                  zone={zone}
                  now={now}
                />
              ) : (
                <div className="skeleton" />
              )}
            </li>
          ))}
        </Rows>
      </Box>
    </>
  )
}

const nothingIn: Record<string, string> = {
  mine: 'Nenhuma conversa está com você.',
  unassigned: 'Toda conversa tem quem cuide dela.',
  unread: 'Tudo foi lido.'
}

function Nothing({ kind, filter }: { kind: ChannelKind; filter: RowsProps['filter'] }) {
  const { change } = useInboxFilter(kind)
  const { folder = 'all', status, q, tag } = filter
  const searching = Boolean(q || tag)
  return (
    <Notice
      icon={<InboxIcon />}
      title={searching ? 'Nada encontrado' : 'Nenhuma conversa aqui'}
      text={
        searching
          ? 'Procure por outro nome, número ou palavra, ou em outra situação, pasta ou etiqueta.'
          : (nothingIn[folder] ??
            (status === 'open' || status === undefined
              ? 'Quando alguém escrever, a conversa aparece aqui.'
              : 'Nada nesta situação.'))
      }
    >
      {(searching || folder !== 'all' || status !== 'open') && (
        <Button variant="outlined" onClick={() => change({ pasta: 'todas', situacao: 'open', etiqueta: '', q: '' })}>
          Ver todas as abertas
        </Button>
      )}
    </Notice>
  )
}
