import type { ChatAudience } from '../../../../services/assistant/chat/rules.ts'

/** The assistant's audiences, as staff call them. */
export const audienceLabels: Record<ChatAudience, string> = {
  visitor: 'Visitantes',
  client: 'Clientes',
  staff: 'Funcionários'
}
