import {
  AutoScroller,
  DragDropManager,
  Draggable,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
  StyleInjector
} from '@dnd-kit/dom'

/** Where a card was let go: under `above`, or on top of the column. */
type Drop = { id: string; from: string; to: string; above: string | null }

const { Delay, Distance } = PointerActivationConstraints

type Place = { column: HTMLElement; above: string | null }

const idOf = (card: Element | null | undefined) => card?.getAttribute('data-card') ?? null
const statusOf = ({ column }: Place) => column.dataset.column ?? ''

/**
 * Adds rules of dnd-kit for the life of the board; returns the function that removes them. The library adds them
 * whenever a card is picked up, and removes them when it is dropped. As they are in a layer, and the page has fonts of
 * its own, Chromium then lays out everything again. Without other layers they work outside of one too.
 */
function keepStyle(rules: string): () => void {
  const style = document.createElement('style')
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) style.nonce = nonce
  style.textContent = rules.replace('@layer dnd-kit', '@media all')
  document.head.prepend(style)
  return () => style.remove()
}

/**
 * Lets the cards of a board be dragged, by mouse or after a long press. Nothing is drawn by React on the way: a line
 * shows the place. Returns what ends it.
 *
 * The board marks its columns with `data-column`, the scrolling list of each with `data-cards`, cards with `data-card`.
 */
export function makeDraggable(board: HTMLElement, onDrop: (drop: Drop) => void): () => void {
  const manager = new DragDropManager({
    plugins: [],
    sensors: [
      PointerSensor.configure({
        activatorElements: [board],
        activationConstraints: ({ pointerType }) => [
          pointerType === 'touch' ? new Delay({ value: 280, tolerance: 10 }) : new Distance({ value: 5 })
        ],
        // There is one draggable: whichever card was pressed.
        preventActivation({ target }, carried) {
          const card = (target as Element).closest('[data-card]')
          if (!card || (target as Element).closest('a:not([data-open]),button,input')) return true
          carried.element = card
          return false
        }
      })
    ]
  })
  const injector = manager.registry.plugins.get(StyleInjector)
  if (injector) injector.register = keepStyle
  manager.plugins = [AutoScroller, Feedback.configure({ feedback: 'clone', dropAnimation: null })]
  const carried = new Draggable({ id: 'card' }, manager)
  const line = document.createElement('div')
  line.dataset.line = ''
  let from: Place | null = null
  let place: Place | null = null

  function find(): void {
    if (!from) return
    const { x, y } = manager.dragOperation.position.current
    const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
    const column = columns.find(each => {
      const { left, right } = each.getBoundingClientRect()
      return x >= left && x < right
    })
    for (const each of columns) each.toggleAttribute('data-over', each === column)
    const list = column?.querySelector('[data-cards]')
    line.style.opacity = list ? '1' : '0'
    place = null
    if (!column || !list) return
    let above: string | null = null
    const box = list.getBoundingClientRect()
    let lineY = box.top + 1
    for (const card of list.querySelectorAll('[data-card]:not([data-dnd-dragging])')) {
      const { top, bottom, height } = card.getBoundingClientRect()
      if (y < top + height / 2) {
        if (above === null) lineY = top - 4
        break
      }
      if (idOf(card) !== idOf(carried.element)) above = idOf(card)
      lineY = bottom + 4
    }
    place = { column, above }
    const lineTop = Math.min(Math.max(lineY, box.top), box.bottom - 2)
    line.style.width = `${box.width - 16}px`
    line.style.transform = `translate3d(${box.left + 8}px, ${lineTop}px, 0)`
  }

  manager.monitor.addEventListener('beforedragstart', () => {
    const column = carried.element?.closest<HTMLElement>('[data-column]')
    if (!column) return
    from = { column, above: idOf(carried.element?.previousElementSibling) }
    board.append(line)
    board.dataset.dragging = ''
  })
  // The position is the new one only after the event.
  manager.monitor.addEventListener('dragmove', () => requestAnimationFrame(find))
  manager.monitor.addEventListener('dragend', ({ canceled }) => {
    find()
    const [old, now, id] = [from, place, idOf(carried.element)]
    from = place = null
    line.remove()
    delete board.dataset.dragging
    delete now?.column.dataset.over
    if (canceled || !old || !now || !id || (now.column === old.column && now.above === old.above)) return
    onDrop({ id, from: statusOf(old), to: statusOf(now), above: now.above })
  })
  // Scrolling under a pointer that rests at an edge changes the target.
  const cancel = () => from && manager.actions.stop({ canceled: true })
  board.addEventListener('scroll', find, { capture: true })
  addEventListener('blur', cancel)
  return () => {
    cancel()
    manager.destroy()
    board.removeEventListener('scroll', find, { capture: true })
    removeEventListener('blur', cancel)
  }
}
