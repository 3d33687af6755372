import type { KeyboardEvent } from 'react'

const cardsOf = (column: Element): HTMLElement[] => [...column.querySelectorAll<HTMLElement>('[data-card]')]

/** The card that an arrow key leads to: a card's link is its only stop of the Tab key. */
function neighbour(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest('[data-column]')
  if (!column) return undefined
  const cards = cardsOf(column)
  const at = cards.indexOf(card)
  if (key === 'ArrowDown') return cards[at + 1]
  if (key === 'ArrowUp') return cards[at - 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  // To the side: the card at the same height of the next column that has any.
  const columns = [...(column.parentElement?.querySelectorAll('[data-column]') ?? [])]
  const here = columns.indexOf(column)
  const aside = key === 'ArrowRight' ? columns.slice(here + 1) : columns.slice(0, here).reverse()
  const next = aside.map(cardsOf).find(each => each.length > 0)
  return next?.[Math.min(at, next.length - 1)]
}

const arrows = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

/** The keyboard on the board: arrows between cards, and M or the menu key for where a card is moved to. */
export function onBoardKey(event: KeyboardEvent): void {
  const link = event.target as HTMLElement
  const card = link.matches('[data-open]') ? link.closest<HTMLElement>('[data-card]') : null
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return
  const { key, shiftKey } = event
  if (arrows.includes(key)) {
    event.preventDefault()
    const to = neighbour(card, key)
    to?.querySelector<HTMLElement>('[data-open]')?.focus()
    to?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  } else if (key.toLowerCase() === 'm' || key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
    event.preventDefault()
    event.stopPropagation()
    card.querySelector<HTMLElement>('.move')?.click()
  }
}
