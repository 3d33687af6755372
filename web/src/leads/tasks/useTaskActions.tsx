import { useNotify } from 'react-admin'
import { movedTo } from '../../../../services/leads/tasks/rules.ts'
import type { Task, TaskChange } from '../../../../services/leads/tasks/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Undo } from '../../ui/Undo.tsx'
import { useTaskChange, useTaskRemoval } from '../leads/page/api.ts'
import { whenText } from './when.ts'

/** The actions on a task in the list, each with the way back. */
export function useTaskActions(task: Task) {
  const { id, title, dueAt, ownerId } = task
  const zone = useTimeZone()
  const notify = useNotify()
  const change = useTaskChange()
  const removal = useTaskRemoval()
  const busy = change.isPending || removal.isPending

  /** The row is gone by then, and with it what a mutation would call back; a refusal is reported already. */
  function offerUndo(done: Promise<unknown>, label: string, onUndo: () => void): void {
    done.then(
      () => notify(<Undo label={label} onUndo={onUndo} />, { type: 'info', autoHideDuration: 8000 }),
      () => {}
    )
  }
  function put(values: TaskChange, before: TaskChange, label: string): void {
    if (busy) return
    offerUndo(change.mutateAsync({ id, ...values }), label, () => change.mutate({ id, ...before }))
  }
  return {
    busy: change.isPending && change.variables?.done !== undefined,
    finish: () => put({ done: true }, { done: false }, `Tarefa concluída: ${title}`),
    reopen: () => put({ done: false }, { done: true }, `Tarefa reaberta: ${title}`),
    move(day: string): void {
      const to = movedTo(dueAt, day, Date.now(), zone)
      put({ dueAt: to, expected: { dueAt } }, { dueAt }, `${title}: ${whenText(to, zone)}`)
    },
    give: ({ id: to, name }: { id: string | null; name: string }) =>
      put({ ownerId: to, expected: { ownerId } }, { ownerId }, `${title}: agora com ${name}`),
    remove(): void {
      if (!busy)
        offerUndo(removal.mutateAsync({ id }), `Tarefa excluída: ${title}`, () => removal.mutate({ id, restore: true }))
    }
  }
}
