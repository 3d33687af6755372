import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { onDemand } from '../../ui/onDemand.tsx'
import { useQuickReplies } from './api.ts'

const QuickReplyDialog = onDemand(async () => (await import('./QuickReplyDialog.tsx')).QuickReplyDialog)

const List = styled('div')(({ theme }) => ({
  margin: 0,
  padding: 4,
  maxHeight: 220,
  overflowY: 'auto',
  '& [role=option]': { padding: '8px 10px', borderRadius: 6, cursor: 'pointer', fontSize: '0.875rem' },
  '& [aria-selected=true]': { backgroundColor: theme.tokens.tones.brand.soft, color: theme.tokens.tones.brand.onSoft },
  '& b': { display: 'block', fontWeight: 650 },
  '& span': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', opacity: 0.85 }
}))

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The list's reactions to keys in the composer's box while it is open. */
export type QuickKeys = { move: (by: number) => void; choose: () => void }

type Props = { id: string; search: string; keys: Ref<QuickKeys>; onChoose: (text: string) => void }

/** The quick replies that have what is asked for; the keys of the box move in them. */
export function QuickReplies({ id, search, keys, onChoose }: Props) {
  const { data, error } = useQuickReplies()
  const [at, setAt] = useState(0)
  const [managing, setManaging] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const wanted = plain(search)
  const found = (data ?? []).filter(
    ({ shortcut, text }) => plain(shortcut).startsWith(wanted) || (wanted !== '' && plain(text).includes(wanted))
  )
  const chosen = found[Math.min(at, found.length - 1)]

  useImperativeHandle(keys, () => ({
    move: by => setAt(now => (Math.min(now, found.length - 1) + by + found.length) % Math.max(1, found.length)),
    choose: () => chosen && onChoose(chosen.text)
  }))
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, mt: 1 }}>
      <List ref={list} id={id} role="listbox" aria-label="Respostas rápidas">
        {found.map(reply => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box of the composer keeps the focus
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box of the composer takes the keys
          <div
            key={reply.id}
            id={`${id}-${reply.id}`}
            role="option"
            aria-selected={reply === chosen}
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(reply.text)}
          >
            <b>
              /{reply.shortcut}
              {reply.own && ' · minha'}
            </b>
            <span>{reply.text}</span>
          </div>
        ))}
      </List>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 1.5, pb: 0.5, fontSize: '0.8125rem', minHeight: 40 }}>
        <Box role="status" sx={{ flexGrow: 1, color: 'text.secondary' }}>
          {error
            ? 'As respostas rápidas não vieram. Tente de novo.'
            : data && found.length === 0
              ? data.length === 0
                ? 'Ainda não há respostas rápidas.'
                : `Nenhuma resposta com “${search}”.`
              : ''}
        </Box>
        <Button size="small" onClick={() => setManaging(true)}>
          Editar respostas
        </Button>
      </Box>
      {managing && <QuickReplyDialog onClose={() => setManaging(false)} />}
    </Box>
  )
}
