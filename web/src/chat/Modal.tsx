import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

type Props = {
  label: string
  className?: string
  role?: 'alertdialog'
  onClose: () => void
  children: ReactNode
}

const reachable = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), summary'

/** A dialog that holds the focus until it is closed, and then gives it back. */
export function Modal({ label, className, role, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  const leave = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  // Browsers let the focus out of a dialog at its end, into their own bars.
  function goRound(event: KeyboardEvent): void {
    if (event.key !== 'Tab' || (event.target as Element).closest('dialog') !== ref.current) return
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
      onCancel={leave}
      onClose={leave}
      onKeyDown={goRound}
      tabIndex={-1}
    >
      {children}
    </dialog>
  )
}
