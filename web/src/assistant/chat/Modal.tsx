import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

type Props = {
  label: string
  className?: string
  role?: 'alertdialog'
  /** Beside the page, which stays in use, instead of above it. */
  docked?: boolean
  onClose: () => void
  children: ReactNode
}

const reachable = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), summary'

/** A dialog, which gives the focus back when it is closed. It holds the focus until then, unless it is docked. */
export function Modal({ label, className, role, docked = false, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    const { dataset } = document.documentElement
    if (docked) {
      dialog?.show()
      dataset.chatDocked = ''
    } else dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      // Keep the focus of a person who works in the page meanwhile.
      const inside = !docked || dialog?.contains(document.activeElement)
      dialog?.close()
      if (docked) delete dataset.chatDocked
      if (inside && before instanceof HTMLElement) before.focus()
    }
  }, [docked])

  const leave = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if ((event.target as Element).closest('dialog') !== ref.current) return
    if (!docked) goRound(event)
    else if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }

  // Browsers let the focus out of a dialog at its end, into their own bars.
  function goRound(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return
    const stops = [...(ref.current?.querySelectorAll<HTMLElement>(reachable) ?? [])].filter(
      stop => stop.closest('dialog') === ref.current && stop.tabIndex >= 0 && stop.checkVisibility?.() !== false
    )
    const [first, last] = [stops[0], stops.at(-1)]
    const here = document.activeElement
    if (event.shiftKey ? here !== first && here !== ref.current : here !== last) return
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }

  return (
    <dialog
      ref={ref}
      role={role}
      aria-label={label}
      className={className}
      data-docked={docked || undefined}
      onCancel={leave}
      onClose={leave}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {children}
    </dialog>
  )
}
