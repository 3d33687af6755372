import { useState } from 'react'
import type { EditedForm } from '../../../../services/leads/forms/schema.ts'
import { usePublishing } from './api.ts'
import type { Draft } from './useDraft.ts'

/** Publishes what stands in the editor. `pending`: there is something that is not published yet. */
export function usePublish(form: EditedForm, draft: Draft) {
  const [busy, setBusy] = useState(false)
  const { mutateAsync } = usePublishing(form.id, draft.published)
  const published = JSON.stringify(form.published)
  // Comparing texts takes another order of properties for a change, which is harmless: it allows publishing once more.
  const pending = form.version === 0 || form.changed || JSON.stringify(draft.content) !== published

  async function run(): Promise<void> {
    setBusy(true)
    // A failed save is reported above the fields, and nothing older is published in its place.
    if (await draft.save()) await mutateAsync(draft.revision.current).catch(() => {}) // the refusal is reported already
    setBusy(false)
  }

  return { run, busy, pending }
}

export type Publishing = ReturnType<typeof usePublish>
