import DownIcon from '@mui/icons-material/ArrowDownward'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Conversation, Message } from '../../../../services/messaging/conversations/schema.ts'
import { counted } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { choicesOf } from './choices.ts'
import { MessageBlock } from './MessageBlock.tsx'
import { Messages } from './messageStyle.ts'
import type { useThread } from './messages/api.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Outgoing } from './sending/api.ts'
import { blocksOf } from './thread.ts'
import { useNow } from './useNow.ts'

/** Pixels from the end within which one counts as being there, and from the beginning within which more is read. */
const near = 80
const early = 300

type Props = {
  conversation: Conversation
  thread: ReturnType<typeof useThread>
  outgoing: readonly Outgoing[]
  /** A message to begin at, instead of the newest. */
  target: string
  onReply: ((message: Message) => void) | undefined
  onAgain: (outgoing: Outgoing) => void
  onDiscard: (key: string) => void
}

const nothing: Message[] = []

/** The messages, the newest at the end. The message being read keeps its place when others load around it. */
export function MessageList({ conversation, thread, outgoing, target, onReply, onAgain, onDiscard }: Props) {
  const { data, error, refetch, older, readOlder, readTo } = thread
  const zone = useTimeZone()
  const now = useNow(60_000)
  const scroller = useRef<HTMLDivElement>(null)
  const begins = useRef(new Set<string>())
  const place = useRef({ atEnd: true, fromEnd: 0, first: '' })
  const [seenUpTo, setSeenUpTo] = useState<string | null>(null)
  const messages = data?.messages ?? nothing
  const inOrder = useMemo(() => messages.toReversed(), [messages])
  const blocks = useMemo(() => blocksOf(inOrder, begins.current), [inOrder])
  const chosen = useMemo(() => choicesOf(inOrder), [inOrder])
  const first = inOrder[0]?.id ?? ''
  const newest = messages[0]?.id ?? null
  const unseen = seenUpTo === null ? 0 : messages.findIndex(message => message.id === seenUpTo)

  const note = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const fromEnd = element.scrollHeight - element.scrollTop
    const atEnd = fromEnd - element.clientHeight < near
    if (atEnd !== place.current.atEnd) setSeenUpTo(atEnd ? null : newest)
    place.current = { ...place.current, fromEnd, atEnd }
    if (element.scrollTop < early && data?.more && older === 'idle') void readOlder()
  }, [data?.more, older, readOlder, newest])

  const latestNote = useRef(note)
  latestNote.current = note
  /** False where the message is not drawn. */
  const goTo = useCallback((messageId: string): boolean => {
    const found = scroller.current?.querySelector<HTMLElement>(`[data-message="${messageId}"]`)
    if (!found) return false
    found.scrollIntoView({ block: 'center' })
    // At once, as what is drawn before the scroll event would go back to the end.
    latestNote.current()
    found.classList.add('found')
    setTimeout(() => found.classList.remove('found'), 1500)
    return true
  }, [])

  // Scroll once to the message in the address; afterwards the reader scrolls freely.
  const sought = useRef('')
  const goal = useRef('')
  const loaded = data !== undefined
  useEffect(() => {
    if (!target || !loaded || sought.current === target) return
    sought.current = target
    if (goTo(target)) return
    goal.current = target
    void readTo(target).then(found => {
      if (!found) goal.current = ''
    })
  }, [target, loaded, readTo, goTo])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (place.current.atEnd) element.scrollTop = element.scrollHeight
    else if (place.current.first !== first) element.scrollTop = element.scrollHeight - place.current.fromEnd
    place.current = { ...place.current, first, fromEnd: element.scrollHeight - element.scrollTop }
    if (goal.current && goTo(goal.current)) goal.current = ''
  })

  // Pictures and the composer change what room there is.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (place.current.atEnd) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])

  const toEnd = () => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
    element?.focus({ preventScroll: true })
  }

  return (
    <Box sx={{ position: 'relative', flexGrow: 1, minHeight: 0 }}>
      <Box
        ref={scroller}
        role="log"
        aria-label="Mensagens"
        tabIndex={0}
        onScroll={note}
        sx={{
          height: '100%',
          overflowY: 'auto',
          overflowAnchor: 'none',
          overscrollBehavior: 'contain',
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 }
        }}
      >
        <div>
          {/* Without a height of its own, so that nothing moves while it is there. */}
          {older === 'reading' && (
            <Box sx={{ height: 0 }}>
              <Skeleton height={40} sx={{ mx: 2 }} />
            </Box>
          )}
          {older === 'failed' && (
            <Alert severity="warning" action={<Button onClick={() => void readOlder()}>Tentar novamente</Button>}>
              As mensagens mais antigas não vieram.
            </Alert>
          )}
          {!data && !error && <Loading />}
          {!data && error && (
            <Failure title="Falha ao carregar as mensagens" error={error} onRetry={() => void refetch()} />
          )}
          {data && (
            <Messages>
              {blocks.map((block, n) => (
                <MessageBlock
                  key={block.key}
                  conversation={conversation}
                  messages={block.messages}
                  before={blocks[n - 1]?.messages.at(-1)?.createdAt}
                  chosen={chosen}
                  zone={zone}
                  now={now}
                  onReply={onReply}
                  onQuote={goTo}
                />
              ))}
              {outgoing.length > 0 && (
                <ol className="block">
                  {outgoing.map(each => (
                    <OutgoingBubble
                      key={each.key}
                      outgoing={each}
                      onAgain={() => onAgain(each)}
                      onDiscard={() => onDiscard(each.key)}
                    />
                  ))}
                </ol>
              )}
            </Messages>
          )}
        </div>
      </Box>
      {seenUpTo !== null && (
        <Button
          variant="contained"
          color="secondary"
          size="small"
          startIcon={<DownIcon />}
          onClick={toEnd}
          sx={{ position: 'absolute', right: 16, bottom: 12, borderRadius: 5, boxShadow: 3 }}
        >
          {unseen > 0 ? counted(unseen, 'mensagem nova', 'mensagens novas') : 'Ir para o fim'}
        </Button>
      )}
    </Box>
  )
}

const Loading = () => (
  <Box sx={{ p: 2, display: 'grid', gap: 1 }} role="status" aria-label="Carregando mensagens">
    {['58%', '42%', '66%', '36%'].map((width, n) => (
      <Skeleton
        key={width}
        variant="rounded"
        height={44}
        animation={false}
        sx={{ width, justifySelf: n % 2 ? 'end' : 'start' }}
      />
    ))}
  </Box>
)
