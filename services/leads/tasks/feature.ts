import type { Feature } from '../../core/features.ts'

export const tasks: Feature = {
  name: 'tasks',
  routes: [() => import('./routes.ts')],
  pages: ['/tasks'],
  worker: () => import('./worker.ts'),
  places: [{ table: 'tasks', columns: ['lead_id'], label: 'tarefas' }],
  fieldNames: {
    dueAt: 'Prazo',
    remindAt: 'Lembrete',
    taskKind: 'Tipo de tarefa'
  },
  tables: {
    task_moves: 'tarefas movidas'
  }
}
