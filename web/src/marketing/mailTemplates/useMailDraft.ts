import { useEffect, useReducer, useRef, useState } from 'react'
import type { Block, MailBody } from '../../../../services/marketing/mailTemplates/rules.ts'
import { change, type History, type HistoryAction, historyOf } from '../../ui/history.ts'
import { useKept } from '../../ui/kept.ts'
import { useUnsavedWarning } from '../../ui/unsaved.ts'
import type { BlockChange, Draft } from './blocks.ts'

/** What was typed, and the version of the template that it was typed upon. */
type Kept = { version: number; draft: Draft }

type Reducer = (history: History<Draft>, action: HistoryAction<Draft>) => History<Draft>

/**
 * A template while it is edited, with undo and redo. What is not saved outlives a reload and another page, and goes on
 * from the version on which it was typed.
 */
export function useMailDraft(name: string, version: number, initial: () => Draft) {
  const [saved, setSaved] = useState(initial)
  const [kept, keep, forget] = useKept<Kept | null>(name, null)
  const [resumed, setResumed] = useState(kept !== null)
  const [history, dispatch] = useReducer<History<Draft>, Draft, [HistoryAction<Draft>]>(
    change as Reducer,
    kept?.draft ?? saved,
    historyOf<Draft>
  )
  const base = useRef(kept?.version ?? version)
  const draft = history.now
  const dirty = draft !== saved
  // A toast may take something back long after it was shown.
  const latest = useRef(draft)
  latest.current = draft
  const put = (content: Draft, place: string | null) => dispatch({ type: 'change', content, place, at: Date.now() })
  const edit = (next: Partial<Draft>, place: string | null = null) => put({ ...latest.current, ...next }, place)
  const editBody = (next: Partial<MailBody>, place: string | null = null) =>
    edit({ body: { ...latest.current.body, ...next } }, place)

  useEffect(() => {
    if (draft === saved) forget()
    else keep({ version: base.current, draft })
  }, [draft, saved, keep, forget])
  useUnsavedWarning(dirty)

  return {
    draft,
    dirty,
    /** What stands here was typed before the page was opened. */
    resumed,
    base,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Typing on in one `place` is one step of undo. */
    edit,
    editBody,
    /** Changes the block as it is now, however long ago the change began; does nothing once the block is gone. */
    editBlock(id: string, next: BlockChange) {
      const { blocks } = latest.current.body
      if (blocks.some(block => block.id === id))
        editBody({ blocks: blocks.map(block => (block.id === id ? ({ ...block, ...next } as Block) : block)) }, id)
    },
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    /** The server has `sent`; what was typed meanwhile stays unsaved. */
    markSaved(sent: Draft, newVersion: number) {
      base.current = newVersion
      setSaved(sent)
      setResumed(false)
    },
    /** Goes on from what the server has; undo brings one's own back. */
    adopt(content: Draft, ofVersion: number) {
      base.current = ofVersion
      setSaved(content)
      setResumed(false)
      put(content, null)
    },
    /** Gives up what was not saved; undo brings it back. */
    discard() {
      base.current = Math.max(base.current, version)
      setResumed(false)
      put(saved, null)
    },
    forget
  }
}

export type MailDraft = ReturnType<typeof useMailDraft>
