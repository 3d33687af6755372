import { tooLong, type Wait } from '../../core/waits.ts'
import { mediaReceived, messagesQueued } from './jobs.ts'

export const waits: readonly Wait[] = [
  {
    name: 'media',
    label: 'arquivos de conversas',
    states: { 'messages.media_state': ['waiting'] },
    overdue: `select jsonb_build_object('companyId', company_id, 'messageId', id) as data from messages
      where media_state = 'waiting' and created_at < now() - ${tooLong}`,
    job: mediaReceived
  },
  {
    name: 'messages',
    label: 'mensagens que deveriam ter saído',
    states: { 'messages.status': ['queued', 'sending'] },
    overdue: `select jsonb_build_object('companyId', c.company_id, 'channelId', c.id) as data from channels c
      where c.active and c.problem is null and coalesce(c.paused_until < now(), true)
        and exists (select from messages m where m.company_id = c.company_id and m.channel_id = c.id
          and m.status in ('queued', 'sending') and m.due_at < now() - ${tooLong})`,
    job: messagesQueued
  }
]
