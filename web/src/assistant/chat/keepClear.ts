const pressable =
  'a[href], button, input, select, textarea, summary, label, [role=button], [role=combobox], [role=menuitem], [role=tab]'

/** Notices, which on a small screen have no room to be read around the button. */
const notice = '[role=alert]'
const small = matchMedia('(max-width: 899.95px)')
const phone = matchMedia('(max-width: 599.95px)')

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

/** Whether words that stand in an element itself are in a box. */
function hasWordsIn(box: Box, element: Element): boolean {
  const range = document.createRange()
  return [...element.childNodes].some(node => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false
    range.selectNodeContents(node)
    return [...range.getClientRects()].some(line => overlap(line, box))
  })
}

/** Milliseconds from a change to a look at the page, for all changes that come meanwhile. */
const pause = 120

/**
 * Moves the assistant's button to the edge of the window for as long as it would cover something to press, on a small
 * screen a notice too, and on a phone any words.
 */
export function keepClear(corner: HTMLElement): void {
  let waiting = false
  let pressed = false

  function look(): void {
    waiting = false
    // While something is dragged the page changes all the time, and each look costs a frame.
    if (pressed) return
    const left = corner.offsetLeft // where it belongs, also while it is moved aside
    const top = corner.offsetTop
    const [right, bottom] = [left + corner.offsetWidth, top + corner.offsetHeight]
    const place = { left, right, top, bottom }
    const covers = (x: number, y: number) => {
      const below = document.elementsFromPoint(x, y).find(element => !corner.contains(element))
      const inTheWay = below?.closest(pressable) ?? (small.matches ? below?.closest(notice) : null)
      const box = inTheWay?.getBoundingClientRect()
      // A card that is a link as a whole is pressed elsewhere.
      if (box && overlap(box, place)) return true
      return phone.matches && below !== undefined && hasWordsIn(place, below)
    }
    const [columns, rows] = [parts(left, right), parts(top, bottom)]
    corner.toggleAttribute(
      'data-aside',
      columns.some(x => rows.some(y => covers(x, y)))
    )
  }
  function wait(): void {
    if (!waiting) setTimeout(look, pause)
    waiting = true
  }

  const press = ({ type }: Event) => {
    pressed = type === 'pointerdown'
    wait()
  }
  for (const event of ['pointerdown', 'pointerup', 'pointercancel'])
    addEventListener(event, press, { capture: true, passive: true })
  for (const event of ['scroll', 'resize', 'focusin']) addEventListener(event, wait, { capture: true, passive: true })
  new MutationObserver(wait).observe(document.body, { childList: true, subtree: true })
  // Slow transitions, a changed text and late fonts move things too.
  new ResizeObserver(wait).observe(document.body)
  addEventListener('transitionend', wait, { capture: true, passive: true })
  wait()
}

/** Four places between two edges. */
const parts = (from: number, to: number): number[] => [0, 1, 2, 3].map(n => from + 2 + ((to - from - 4) * n) / 3)
