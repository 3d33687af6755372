import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { FormContent } from '../../../../services/leads/forms/rules.ts'
import type { EditedForm } from '../../../../services/leads/forms/schema.ts'
import { HttpError } from '../../core/http.ts'
import { change, historyOf } from '../../ui/history.ts'
import { useUnsavedWarning } from '../../ui/unsaved.ts'
import { keepDraft } from './api.ts'

/** `conflict`: somebody else has changed the draft, and nothing more is saved until it is read again. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

const pause = 700

/** The draft of a form: changed with undo and redo, and kept by the server shortly after each change. */
export function useDraft(form: EditedForm) {
  const [history, dispatch] = useReducer(change<FormContent>, form.draft, historyOf<FormContent>)
  const [state, setState] = useState<SaveState>('saved')
  const [problem, setProblem] = useState('')
  const [attempt, setAttempt] = useState(0)
  const revision = useRef(form.revision)
  const kept = useRef(form.draft)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(history.now)
  latest.current = history.now

  /** Keeps what is not kept yet; one call after the other. False where the server does not have all of it. */
  const save = useCallback((): Promise<boolean> => {
    const saving = running.current.then(async () => {
      const content = latest.current
      if (content === kept.current) return true
      setState('saving')
      try {
        const answer = await keepDraft(form.id, { revision: revision.current, content })
        revision.current = answer.revision
        kept.current = content
        setProblem('')
        setState(latest.current === content ? 'saved' : 'waiting')
        return true
      } catch (error) {
        setProblem(error instanceof Error ? error.message : '')
        setState(error instanceof HttpError && error.status === 409 ? 'conflict' : 'failed')
        return false
      }
    })
    running.current = saving
    return saving
  }, [form.id])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is asked for by its number alone
  useEffect(() => {
    if (history.now === kept.current || state === 'conflict') return
    setState(now => (now === 'saving' ? now : 'waiting'))
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [history.now, save, attempt])

  useUnsavedWarning(state !== 'saved')

  // Another page of the application must not lose the changes either.
  useEffect(() => () => void save(), [save])

  return {
    content: history.now,
    state,
    problem,
    revision,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (content: FormContent, place: string | null = null) =>
      dispatch({ type: 'change', content, place, at: Date.now() }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    save,
    retry: () => setAttempt(attempt + 1),
    /** Whether the server has all that stands here. */
    isKept: () => latest.current === kept.current,
    /** Overwrites what somebody else has saved meanwhile. */
    insist(read: EditedForm) {
      revision.current = read.revision
      void save()
    },
    /** The server has published what was kept; what was typed meanwhile stays. */
    published(read: EditedForm) {
      revision.current = read.revision
    },
    /** Goes on from what the server has. */
    reset(read: EditedForm) {
      revision.current = read.revision
      kept.current = read.draft
      dispatch({ type: 'reset', content: read.draft })
      setState('saved')
      setProblem('')
    }
  }
}

export type Draft = ReturnType<typeof useDraft>
