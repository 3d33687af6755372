import type { ChatAudience } from '../../../../services/assistant/chat/rules.ts'

export type Article = { id: string; title: string; body: string; audiences: ChatAudience[]; active: boolean }
