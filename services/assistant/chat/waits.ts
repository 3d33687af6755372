import { tooLong, type Wait } from '../../core/waits.ts'
import { questionAsked } from './jobs.ts'

export const waits: readonly Wait[] = [
  {
    name: 'questions',
    label: 'perguntas à Lia',
    states: { 'chat_messages.status': ['asked'] },
    overdue: `select jsonb_build_object('messageId', id) as data from chat_messages
      where status = 'asked' and asked_at < now() - ${tooLong}`,
    job: questionAsked
  }
]
