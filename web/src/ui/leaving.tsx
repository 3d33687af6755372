import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { hearBackFirst } from '../core/back.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Guard = {
  /** The entry of the history, as React Router counts them, and the page on which something is unsaved. */
  entry: number
  path: string
  /** The form stays while another tab of its page is shown. */
  staysOnPage: boolean
  ask: (go: () => void) => void
}

const guards = new Set<Guard>()
/** The next navigation is allowed: the person has just said so. */
let passing = false
/** The browser is being taken back to where it was. */
let returning = false

const entryNow = (): number => (history.state as { idx?: number } | null)?.idx ?? 0
/** Sections stay while another of them has the address; the bare address may be another page's tab. */
const guardFor = (pathname: string, search: string): Guard | undefined =>
  [...guards].find(({ path, staysOnPage }) => path !== pathname || !staysOnPage || search === '')

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (passing || link.target === '_blank' || link.hasAttribute('download')) return
  // The link belongs to the form's own answer, and the typed values are kept.
  if (link.dataset.leaves !== undefined) return
  const { origin, pathname, search } = new URL(link.href)
  // The browser asks before another site; a place on this page is no way out of it.
  if (origin !== location.origin || (pathname === location.pathname && search === location.search)) return
  const guard = guardFor(pathname, search)
  if (!guard) return
  event.preventDefault()
  event.stopPropagation()
  guard.ask(() => {
    passing = true
    link.click()
    passing = false
  })
}

/** The address has changed already when the browser says so: it is taken back before the router hears of it. */
function onPopState(event: PopStateEvent): void {
  if (passing || returning) {
    if (returning) event.stopImmediatePropagation()
    passing = false
    returning = false
    return
  }
  const guard = guardFor(location.pathname, location.search)
  const steps = guard ? entryNow() - guard.entry : 0
  if (!guard || steps === 0) return
  event.stopImmediatePropagation()
  returning = true
  history.go(-steps)
  guard.ask(() => {
    passing = true
    history.go(steps)
  })
}

function add(guard: Guard): () => void {
  if (guards.size === 0) {
    // An allowed navigation arrives after its guard has gone.
    passing = false
    returning = false
    hearBackFirst(onPopState)
    document.addEventListener('click', onClick, true)
  }
  guards.add(guard)
  return () => {
    guards.delete(guard)
    if (guards.size > 0) return
    hearBackFirst(null)
    document.removeEventListener('click', onClick, true)
  }
}

/**
 * Asks before a link or the back button leaves the page with unsaved changes, which `onLeave` gives up; `leave` does so
 * for what closes within the page. The router has a blocker only where it holds all pages itself, which react-admin's
 * do not. The browser's own question before a tab closes is `useUnsavedWarning`.
 */
export function useLeaving(
  unsaved: boolean,
  { guards: asks = true, staysOnPage, onLeave }: { guards?: boolean; staysOnPage: boolean; onLeave: () => void }
) {
  const { key, pathname } = useLocation()
  const [go, setGo] = useState<(() => void) | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry changes with the key
  useEffect(() => {
    if (!unsaved || !asks) return
    return add({ entry: entryNow(), path: pathname, staysOnPage, ask: then => setGo(() => then) })
  }, [unsaved, asks, staysOnPage, key, pathname])

  const leave = (then: () => void): void => (unsaved ? setGo(() => then) : then())
  const dialog: ReactNode = go && (
    <ConfirmDialog
      title="Sair sem salvar?"
      action="Sair sem salvar"
      busy={false}
      onClose={() => setGo(null)}
      onDo={() => {
        setGo(null)
        onLeave()
        go()
      }}
    >
      O que você mudou aqui ainda não foi salvo.
    </ConfirmDialog>
  )
  return { leave, dialog }
}
