import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { LeadChange } from '../../../../../services/leads/leads/schema.ts'
import { useKept } from '../../../ui/kept.ts'
import { useUnsavedWarning } from '../../../ui/unsaved.ts'
import { useShownLead } from './shownLead.ts'
import { useSave, type Values } from './useSave.tsx'

/** The typed text, and the value on which it is based. */
export type Draft = { text: string; base: string }

export type DraftedFact = {
  /** The key under which the typed text is kept. */
  name: string
  field: string
  title: string
  /** As it is stored, to be edited. */
  value: string
  /** The change of the lead that a text means. */
  change: (text: string) => LeadChange
  /** The fault of a text before it is sent. */
  check?: (text: string) => string | undefined
}

const nothing: Draft | null = null

/** The text typed into a value until it is saved or given up, also while another page is open. */
export function useFactDraft({ name, field, title, value, change, check }: DraftedFact) {
  const lead = useShownLead()
  const [draft, setDraft, forgetDraft] = useKept<Draft | null>(`value ${lead.id} ${name}`, nothing)
  const [editing, setEditing] = useState(false)
  const { save, saving, errors, forget, dialog } = useSave(lead)
  const [wrong, setWrong] = useState<string>()
  const notify = useNotify()
  const navigate = useNavigate()
  /** As it is at this moment, also where nothing has been drawn since. */
  const live = useRef({ draft, refused: false, saving: false, gone: false })

  function put(next: Draft | null): void {
    live.current.draft = next
    setWrong(undefined)
    live.current.refused = false
    if (next) setDraft(next)
    else forgetDraft()
  }
  function close(): void {
    put(null)
    setEditing(false)
    forget()
  }

  async function settle(then: () => void): Promise<void> {
    const now = live.current
    const typed = now.draft
    if (!typed || now.saving) return
    if (typed.text === typed.base) {
      close()
      return then()
    }
    const problem = check?.(typed.text)
    if (problem !== undefined) {
      now.refused = true
      setWrong(problem)
      if (now.gone) reportFailure(problem)
      return
    }
    now.saving = true
    const done = () => {
      close()
      then()
    }
    const refusal = await save(change(typed.text), done, change(typed.base) as Values)
    now.saving = false
    now.refused = refusal !== null
    if (refusal && now.gone) reportFailure(refusal.message)
  }

  const reportFailure = (why: string) =>
    notify(<Return label={`${title} não foi salvo: ${why}`} onReturn={() => void navigate(`/leads/${lead.id}`)} />, {
      type: 'error',
      autoHideDuration: 10_000
    })

  // A refused text is not resent unasked: the dialog that asks takes the focus from the field.
  function leave(): void {
    if (!live.current.refused) void settle(() => {})
  }
  // The back button and shortcuts blur no field before the page is gone.
  const part = useRef(leave)
  part.current = () => {
    live.current.gone = true
    leave()
  }
  useEffect(() => {
    live.current.gone = false
    return () => part.current()
  }, [])

  const dirty = draft !== null && draft.text !== draft.base
  useUnsavedWarning(dirty)

  return {
    // Saved meanwhile, by whomever.
    draft: editing || draft?.text !== value ? draft : null,
    editing,
    begin: () => {
      setEditing(true)
      put({ text: value, base: value })
    },
    write: (text: string) => put({ text, base: live.current.draft?.base ?? value }),
    settle: (then: () => void) => void settle(then),
    leave,
    close,
    saving,
    error: wrong ?? errors[field],
    dialog
  }
}

const Return = ({ label, onReturn }: { label: string; onReturn: () => void }) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
    {label}
    <Button size="small" color="inherit" sx={{ textDecoration: 'underline' }} onClick={onReturn}>
      Ver
    </Button>
  </Box>
)
