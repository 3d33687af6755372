import { chatTexts } from '../../../../services/assistant/chat/rules.ts'
import type { Passage } from '../../../../services/assistant/chat/schema.ts'
import { HttpError } from '../../core/http.ts'
import { served } from './person.ts'

const links = {
  visitor: [
    ['Planos e preços', '/#planos'],
    ['Contato', '/contact']
  ],
  client: [
    ['Leads', '/leads'],
    ['Formulário', '/form-editor'],
    ['Contato', '/contact']
  ],
  staff: [
    ['Artigos da assistente', '/admin/articles'],
    ['Integrações', '/admin/integrations']
  ]
} as const

/** The features that work without the provider, for the person served. */
function offers(): string {
  const person = served()
  const kind = person ? (person.staff ? 'staff' : 'client') : 'visitor'
  const pages = links[kind].map(([label, path]) => `- [${label}](${location.origin}${path})`)
  const human = kind === 'staff' ? [] : ['- o botão **Falar com uma pessoa**, logo abaixo']
  return `Enquanto isso, você pode usar:\n${[...human, ...pages].join('\n')}`
}

/** The articles of the knowledge base that came with the failed call. */
export function articlesOf(error: unknown): Passage[] {
  const { articles } = (error instanceof HttpError ? error.body : {}) as { articles?: Passage[] }
  return Array.isArray(articles) ? articles : []
}

/**
 * The text in place of an answer: the best article, and once in a conversation what is missing and what works
 * without it. Null where nothing is left to say.
 */
export function standIn([best, ...others]: readonly Passage[], first: boolean): string | null {
  const parts = [
    first && chatTexts.withoutProvider,
    best && `**${best.title}**\n${best.body}`,
    others.length > 0 && `Veja também: ${others.map(({ title }) => title).join('; ')}.`,
    !best && chatTexts.noArticle,
    first && offers()
  ]
  return best || first ? parts.filter(Boolean).join('\n\n') : chatTexts.noArticle
}
