import InboxIcon from '@mui/icons-material/AllInboxOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { ChannelKind } from '../../../services/channels/rules.ts'
import type { Tag } from '../../../services/tags/schema.ts'
import { counted } from '../core/format.ts'
import { useMay } from '../shell/access.ts'
import { useTimeZone } from '../shell/company.ts'
import { useTags } from '../tags/api.ts'
import { Failure } from '../ui/Failure.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDocumentTitle } from '../ui/PageHead.tsx'
import { Tag as Label } from '../ui/Tag.tsx'
import { useDraft } from '../ui/useDraft.ts'
import { visuallyHidden } from '../ui/visuallyHidden.ts'
import { pageSize, useConversationPages } from './api.ts'
import { ChannelTabs } from './ChannelTabs.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import { screens } from './channels/registry.ts'
import { Chips, Filters } from './listStyle.ts'
import { useChannel } from './settings/api.ts'
import { Rows, rowHeight } from './style.ts'
import { folders, statusFilters, useInboxFilter } from './useInboxFilter.ts'
import { useNow } from './useNow.ts'
import { useVirtualRows } from './useVirtualRows.ts'

type Props = { kind: ChannelKind; open: string | undefined }

/** The conversations of a channel, the latest first; only the rows in sight are there. */
export function ConversationList({ kind, open }: Props) {
  const { filter, values, change, addressOf } = useInboxFilter(kind)
  const manages = useMay('manage_channels')
  return (
    <>
      <Box sx={{ px: 2, pt: 1.5 }}>
        <ListTitle kind={kind} named={open === undefined} />
        {manages && (
          <Box sx={{ '& > nav': { mx: 0, px: 0, mb: 1 }, '& a': { py: '6px', px: '8px' } }}>
            <ChannelTabs kind={kind} />
          </Box>
        )}
        <SearchField value={values.q} onChange={q => change({ q })} />
        <Chips role="group" aria-label="Pastas">
          {folders.map(({ key, label }) => (
            <button key={key} type="button" aria-pressed={values.pasta === key} onClick={() => change({ pasta: key })}>
              {label}
            </button>
          ))}
        </Chips>
        <Filters>
          <select
            aria-label="Situação"
            value={values.situacao}
            onChange={event => change({ situacao: event.target.value as keyof typeof statusFilters })}
          >
            {Object.entries(statusFilters).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </select>
          <LabelSelect value={values.etiqueta} onChange={etiqueta => change({ etiqueta })} />
        </Filters>
      </Box>
      <VirtualRows key={JSON.stringify(filter)} kind={kind} open={open} filter={filter} addressOf={addressOf} />
    </>
  )
}

function ListTitle({ kind, named }: { kind: ChannelKind; named: boolean }) {
  const { title } = screens[kind]
  const { data: channel } = useChannel(kind)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', mb: 0.5 }}>
      {named && <Named title={title} />}
      <Typography variant="h1" component={named ? 'h1' : 'p'} sx={{ fontSize: '1.25rem', lineHeight: 1.4 }}>
        {title}
        {channel?.demo && (
          <Box component="span" sx={{ ml: 1, verticalAlign: 'middle' }}>
            <Label tone="info">Demonstração</Label>
          </Box>
        )}
      </Typography>
      {channel?.demo && (
        <Button component={Link} to="/demo/telefone" size="small">
          Fazer o papel do cliente
        </Button>
      )}
    </Box>
  )
}

/** While a conversation is open the document is named after it. */
function Named({ title }: { title: string }) {
  useDocumentTitle(title)
  return null
}

function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const [text, setText] = useDraft(value, onChange)
  return (
    <InputBase
      type="search"
      fullWidth
      value={text}
      placeholder="Nome, número ou palavra"
      onChange={event => setText(event.target.value)}
      inputProps={{ 'aria-label': 'Buscar conversas', maxLength: 100 }}
      sx={{
        px: 1.5,
        height: 38,
        borderRadius: 2,
        border: 1,
        borderColor: theme => theme.tokens.edge,
        bgcolor: 'background.paper',
        fontSize: { xs: '1rem', sm: '0.875rem' },
        '&.Mui-focused': { outline: 2, outlineColor: 'primary.main' },
        '& input::placeholder': { color: theme => theme.tokens.textFaint, opacity: 1 }
      }}
    />
  )
}

const noTags: Tag[] = []

function LabelSelect({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const { data: tags = noTags } = useTags()
  return (
    <select aria-label="Etiqueta" value={value} onChange={event => onChange(event.target.value)}>
      <option value="">Todas as etiquetas</option>
      {tags.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

type RowsProps = Props & Pick<ReturnType<typeof useInboxFilter>, 'filter' | 'addressOf'>

/** How many rows there are at first, before the server has said so. */
const guessed = 8

function VirtualRows({ kind, open, filter, addressOf }: RowsProps) {
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
  const known = [...pages.values()].filter(page => page !== undefined)
  // Where there are more than are counted the list grows as one goes down.
  const total = known.length === 0 ? count.current : Math.max(...known.map(page => page.total))
  count.current = total + (known.some(({ capped }) => capped) ? pageSize : 0)

  // A colleague may have made a tag a moment ago.
  const unknown =
    tags !== undefined &&
    known.some(page => page.rows.some(row => row.tags.some(id => !tags.some(tag => tag.id === id))))
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

  if (error && known.length === 0)
    return <Failure title="Falha ao carregar as conversas" error={error} onRetry={retry} />
  if (known.length > 0 && total === 0) return <Nothing kind={kind} filter={filter} />
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
        {known.length > 0 && counted(total, 'conversa', 'conversas')}
      </span>
      <Box
        ref={list}
        data-rows
        sx={{ flexGrow: 1, overflowY: 'auto', minHeight: 0, overscrollBehavior: 'contain' }}
        onFocus={({ target }) => {
          focused.current = Number(target.closest('li')?.dataset.index ?? -1)
        }}
      >
        <Rows style={{ height: count.current * rowHeight }} aria-busy={known.length === 0}>
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
