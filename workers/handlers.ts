import { answerQuestion } from './chat.ts'
import { importHandlers } from './imports.ts'
import { leadHandlers } from './leads.ts'
import { operationHandlers } from './operations.ts'
import { privacyHandlers } from './privacy.ts'
import { askNamed } from './recipients.ts'

/** What each feature does with its jobs; mails need a connection of their own and come beside. */
export const handlers = [
  ...leadHandlers,
  ...operationHandlers,
  ...importHandlers,
  ...privacyHandlers,
  askNamed,
  answerQuestion
]
