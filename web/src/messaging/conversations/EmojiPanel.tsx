import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useRef } from 'react'

const emojis =
  '😀 😂 🙂 😉 😊 😍 🥰 😘 😎 🤔 😅 😢 😭 😡 😴 🤗 👍 👎 👏 🙏 💪 🤝 👋 ✌️ 👌 ❤️ 💚 💙 🔥 🎉 ✨ ⭐ ✅ ❌ ⚠️ ⏰ 📅 📍 📞 📷 🚚 📦 💰 💳 🏠 🚗 ☕ 🍰 🌹 🎁'.split(
    ' '
  )

const Panel = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, 40px)',
  maxHeight: 168,
  overflowY: 'auto',
  padding: 4,
  marginTop: 4,
  borderRadius: 10,
  border: `1px solid ${theme.palette.divider}`,
  '& button': {
    width: 40,
    height: 40,
    padding: 0,
    border: 0,
    borderRadius: 8,
    fontSize: 22,
    lineHeight: 1,
    backgroundColor: 'transparent',
    cursor: 'pointer'
  },
  '& button:hover': { backgroundColor: theme.tokens.sunken },
  '& button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 }
}))

type Props = { onChoose: (emoji: string) => void; onClose: () => void }

/** The emoji that are used most; the arrows go through them, Escape closes. */
export function EmojiPanel({ onChoose, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  function move(event: KeyboardEvent): void {
    const buttons = [...(panel.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const columns = Math.max(1, Math.floor(((panel.current?.clientWidth ?? 40) - 8) / 40))
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (event.key === 'Escape') onClose()
    else if (step) {
      event.preventDefault()
      buttons[at + step]?.focus()
    }
  }
  return (
    <Panel ref={panel} role="toolbar" aria-label="Emojis" onKeyDown={move}>
      {emojis.map((emoji, n) => (
        <button key={emoji} type="button" tabIndex={n === 0 ? 0 : -1} onClick={() => onChoose(emoji)}>
          {emoji}
        </button>
      ))}
    </Panel>
  )
}
