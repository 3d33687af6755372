import { useState } from 'react'
import { HttpError } from '../../core/http.ts'
import { type MailTemplate, readTemplate, useTemplateSave } from './api.ts'
import type { MailDraft } from './useMailDraft.ts'

/** Saving a template, and what to do where somebody else was quicker. */
export function useSave(id: string | null, mail: MailDraft, onSaved: (template: MailTemplate) => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState(false)
  const [gone, setGone] = useState(false)
  const saving = useTemplateSave({
    onDone: template => {
      setProblem(null)
      setConflict(false)
      setGone(false)
      if (template.id !== id) {
        mail.forget()
        onSaved(template)
      }
    },
    onFailure: error => {
      setConflict(error instanceof HttpError && error.status === 409 && error.body.code === 'STALE')
      setGone(error instanceof HttpError && error.status === 404)
      setProblem(error.message)
      return true
    }
  })

  function save(): void {
    const { draft } = mail
    if (saving.isPending) return
    if (!draft.name.trim()) {
      setProblem('Dê um nome ao modelo para salvar.')
      return
    }
    saving.mutate(
      { id, version: mail.base.current, template: draft },
      { onSuccess: ({ version }) => mail.markSaved(draft, version) }
    )
  }

  /** Saves as a new template, where somebody deleted this one while it was edited. */
  const saveAsNew = () => saving.isPending || saving.mutate({ id: null, version: 0, template: mail.draft })

  /** Reads what the server has, and goes on from it or saves over it. */
  async function settle(keepMine: boolean): Promise<void> {
    if (id === null) return
    try {
      const { name, subject, preheader, body, version } = await readTemplate(id)
      setConflict(false)
      setProblem(null)
      if (!keepMine) return mail.adopt({ name, subject, preheader, body }, version)
      mail.base.current = version
      save()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Não foi possível ler a versão salva.')
    }
  }

  return { save, saveAsNew, settle, problem, conflict, gone, busy: saving.isPending }
}

export type Saving = ReturnType<typeof useSave>
