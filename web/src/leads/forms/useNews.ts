import { useEffect, useRef } from 'react'
import type { EditedForm } from '../../../../services/leads/forms/schema.ts'
import { readForm, useShowForm } from './api.ts'
import type { Draft } from './useDraft.ts'

/** Refetches on focus unless there are unsaved edits. */
export function useNews(form: EditedForm, draft: Draft): void {
  const show = useShowForm()
  const { id, version } = form
  const latest = useRef(draft)
  latest.current = draft
  useEffect(() => {
    const untouched = () => latest.current.state === 'saved' && latest.current.isKept()
    async function look() {
      if (document.visibilityState === 'hidden' || !untouched()) return
      const read = await readForm(id).catch(() => null)
      if (!read || !untouched()) return
      const changed = read.revision !== latest.current.revision.current
      if (!changed && read.version === version) return
      show(read)
      if (changed) latest.current.reset(read)
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [id, version, show])
}
