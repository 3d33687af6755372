import type { LeadStatus } from '../../../../services/leads/rules.ts'

/** Where a card was let go: under `above`, or on top of the column. */
export type Drop = { id: string; from: LeadStatus; to: LeadStatus; above: string | null }

const mouseSlack = 5
const fingerSlack = 10
const longPress = 280
/** Pixels at an edge within which the column or the board scrolls by itself, and its fastest step. */
const edge = 56
const fastest = 18

type Press = { card: HTMLElement; pointer: number; x: number; y: number; timer: ReturnType<typeof setTimeout> | null }

const columnOf = (card: Element) => card.closest<HTMLElement>('[data-column]')
const pull = (at: number, from: number, to: number) => {
  if (at < from + edge) return -Math.min(1, (from + edge - at) / edge) * fastest
  return at > to - edge ? Math.min(1, (at - to + edge) / edge) * fastest : 0
}

/**
 * Lets the cards of a board be dragged, by mouse or after a long press. Nothing is drawn by React on the way: a copy of
 * the card follows the pointer by a transform, and a line shows the place. Returns what ends it.
 *
 * The board marks its columns with `data-column`, the scrolling list of each with `data-cards`, cards with `data-card`.
 */
export function makeDraggable(board: HTMLElement, onDrop: (drop: Drop) => void): () => void {
  let press: Press | null = null
  let drag: Drag | null = null

  function down(event: PointerEvent): void {
    const target = event.target as Element
    const card = target.closest<HTMLElement>('[data-card]')
    if (press || drag || event.button !== 0 || !card || target.closest('a:not([data-open]),button,input')) return
    const finger = event.pointerType === 'touch'
    const { pointerId: pointer, clientX: x, clientY: y } = event
    press = { card, pointer, x, y, timer: finger ? setTimeout(() => press && begin(press, x, y), longPress) : null }
  }

  function begin(from: Press, x: number, y: number): void {
    press = null
    if (from.card.isConnected) drag = new Drag(board, from, x, y)
  }

  function move(event: PointerEvent): void {
    if (drag?.pointer === event.pointerId) drag.follow(event.clientX, event.clientY)
    if (press?.pointer !== event.pointerId) return
    const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y)
    if (press.timer !== null) {
      if (moved > fingerSlack) forget()
    } else if (moved > mouseSlack) begin(press, event.clientX, event.clientY)
  }

  function forget(): void {
    if (press?.timer) clearTimeout(press.timer)
    press = null
  }

  function up(event: PointerEvent): void {
    if (press?.pointer === event.pointerId) forget()
    if (drag?.pointer !== event.pointerId) return
    const drop = drag.end()
    drag = null
    // What ends a drag is no click on the card.
    const swallow = (click: Event) => {
      click.preventDefault()
      click.stopPropagation()
    }
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    if (drop) onDrop(drop)
  }

  function cancel(): void {
    forget()
    drag?.end()
    drag = null
  }
  const pressed = (event: KeyboardEvent) => event.key === 'Escape' && cancel()
  const cancelled = (event: PointerEvent) =>
    (drag?.pointer === event.pointerId || press?.pointer === event.pointerId) && cancel()
  // The page must not scroll under a card that is carried, nor a long press open the browser's menu.
  const hold = (event: Event) => drag && event.cancelable && event.preventDefault()
  const menu = (event: Event) => (drag || press?.timer) && event.preventDefault()

  board.addEventListener('pointerdown', down)
  board.addEventListener('touchmove', hold, { passive: false })
  board.addEventListener('contextmenu', menu)
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', cancelled)
  addEventListener('keydown', pressed)
  addEventListener('blur', cancel)
  return () => {
    cancel()
    board.removeEventListener('pointerdown', down)
    board.removeEventListener('touchmove', hold)
    board.removeEventListener('contextmenu', menu)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', cancelled)
    removeEventListener('keydown', pressed)
    removeEventListener('blur', cancel)
  }
}

/** A card on its way. */
class Drag {
  readonly pointer: number
  private readonly board: HTMLElement
  private readonly card: HTMLElement
  private readonly id: string
  private readonly from: LeadStatus
  /** The card that was above, where the card is no longer moved at all. */
  private readonly before: string | null
  private readonly ghost: HTMLElement
  private readonly line: HTMLElement
  private readonly grip: { x: number; y: number }
  private at: { x: number; y: number }
  private place: { column: HTMLElement; above: string | null } | null = null
  private frame = 0

  constructor(board: HTMLElement, { card, pointer, x, y }: Press, nowX: number, nowY: number) {
    const box = card.getBoundingClientRect()
    this.board = board
    this.card = card
    this.pointer = pointer
    this.id = card.dataset.card ?? ''
    this.from = columnOf(card)?.dataset.column as LeadStatus
    this.before = card.previousElementSibling?.getAttribute('data-card') ?? null
    this.grip = { x: x - box.left, y: y - box.top }
    this.at = { x: nowX, y: nowY }

    this.ghost = card.cloneNode(true) as HTMLElement
    this.ghost.removeAttribute('data-card')
    this.ghost.dataset.ghost = ''
    this.ghost.inert = true
    Object.assign(this.ghost.style, { width: `${box.width}px`, height: `${box.height}px` })
    this.line = document.createElement('div')
    this.line.dataset.line = ''
    board.append(this.ghost, this.line)
    card.dataset.carried = ''
    board.dataset.dragging = ''
    this.draw()
  }

  follow(x: number, y: number): void {
    this.at = { x, y }
  }

  private readonly draw = (): void => {
    const { x, y } = this.at
    this.ghost.style.transform = `translate3d(${x - this.grip.x}px, ${y - this.grip.y}px, 0) rotate(1.5deg)`
    const aside = this.pullOf(this.board, x, 'left', 'right')
    if (aside !== 0) this.board.scrollLeft += aside
    this.find(x, y)
    this.frame = requestAnimationFrame(this.draw)
  }

  private pullOf(element: HTMLElement, at: number, from: 'left' | 'top', to: 'right' | 'bottom'): number {
    const box = element.getBoundingClientRect()
    return pull(at, Math.max(0, box[from]), Math.min(from === 'left' ? innerWidth : innerHeight, box[to]))
  }

  private find(x: number, y: number): void {
    const columns = [...this.board.querySelectorAll<HTMLElement>('[data-column]')]
    const column = columns.find(each => {
      const { left, right } = each.getBoundingClientRect()
      return x >= left && x < right
    })
    if (column !== this.place?.column) {
      if (this.place) delete this.place.column.dataset.over
      if (column) column.dataset.over = ''
    }
    const list = column?.querySelector<HTMLElement>('[data-cards]')
    if (!column || !list) {
      this.place = null
      this.line.style.opacity = '0'
      return
    }
    const onward = this.pullOf(list, y, 'top', 'bottom')
    if (onward !== 0 && list.scrollHeight > list.clientHeight) list.scrollTop += onward
    let above: string | null = null
    const box = list.getBoundingClientRect()
    let lineY = box.top + 1
    for (const card of list.querySelectorAll<HTMLElement>('[data-card]')) {
      const { top, bottom, height } = card.getBoundingClientRect()
      if (y < top + height / 2) {
        if (above === null) lineY = top - 4
        break
      }
      if (card !== this.card) above = card.dataset.card ?? null
      lineY = bottom + 4
    }
    this.place = { column, above }
    const lineTop = Math.min(Math.max(lineY, box.top), box.bottom - 2)
    this.line.style.opacity = '1'
    this.line.style.width = `${box.width - 16}px`
    this.line.style.transform = `translate3d(${box.left + 8}px, ${lineTop}px, 0)`
  }

  /** Puts the board back as it was and tells where the card was let go; null where that changes nothing. */
  end(): Drop | null {
    cancelAnimationFrame(this.frame)
    this.ghost.remove()
    this.line.remove()
    delete this.card.dataset.carried
    delete this.board.dataset.dragging
    const place = this.place
    if (!place) return null
    delete place.column.dataset.over
    const to = place.column.dataset.column as LeadStatus
    if (to === this.from && place.above === this.before) return null
    return { id: this.id, from: this.from, to, above: place.above }
  }
}
