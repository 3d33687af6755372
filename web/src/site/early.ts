const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'input', 'scroll'] as const

/** Resolves at the first sign of a person. */
export function somebody(): Promise<unknown> {
  if (document.activeElement !== document.body || scrollY > 0) return Promise.resolve()
  const seen = new AbortController()
  return new Promise(resolve => {
    for (const sign of signs) addEventListener(sign, resolve, { signal: seen.signal, capture: true, passive: true })
  }).finally(() => seen.abort())
}

/**
 * Remembers what is done before the page is alive, and keeps it from the page meanwhile: React listens some moments
 * before it says that it is there. The function that it returns, called once, hands the living page what was typed and
 * left, then presses or sends what was pressed or sent last; where the page could not be brought to life, the browser
 * sends the form by itself.
 */
export function holdActions(): (alive: boolean) => void {
  const left = new Set<EventTarget>()
  let act: ((alive: boolean) => void) | undefined
  const held = new AbortController()
  const listen = { signal: held.signal, capture: true }

  document.addEventListener('focusout', event => event.target && left.add(event.target), listen)
  document.addEventListener(
    'click',
    event => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button[type=button]:not([data-open-chat])')
      if (!button) return
      event.stopPropagation()
      act = alive => alive && button.click()
    },
    listen
  )
  document.addEventListener(
    'submit',
    event => {
      event.preventDefault()
      event.stopPropagation()
      const form = event.target as HTMLFormElement
      // The prototype's, since a field may be named "submit".
      const { submit, requestSubmit } = HTMLFormElement.prototype
      act = alive => (alive ? requestSubmit : submit).call(form)
    },
    listen
  )

  return alive => {
    held.abort()
    // At once, before anything else can happen to the living page; the act waits for what the page makes of it.
    if (alive) report(left)
    setTimeout(() => act?.(alive))
  }
}

function report(left: Set<EventTarget>): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (field.value !== field.defaultValue && field.type !== 'hidden')
      field.dispatchEvent(new Event('input', { bubbles: true }))
  for (const field of left)
    if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
