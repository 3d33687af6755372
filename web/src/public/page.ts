import type { PublicForm } from '../../../services/forms/schema.ts'

/**
 * What the server knows when it renders a public page. It travels to the browser as JSON in `#page-data`, so that the
 * browser renders the same page and asks for nothing twice.
 */
export type PageData = {
  /** Path and query as they were asked for, such as `/leads/new?client=...&source=...`. */
  path: string
  /** /leads/new: the form of the company that `client` names. */
  form?: PublicForm
  /** /leads/new: why the form could not be read. Elsewhere: the page failed with this status. */
  error?: { status: number; message: string }
  /** /leads/new, sent by a browser without JavaScript: the lead was accepted. */
  sent?: boolean
  /** /leads/new, sent without JavaScript and refused: what was typed, by field name ... */
  values?: Record<string, string>
  /** ... the messages to show, by field name ... */
  errors?: Record<string, string>
  /** ... and the message that belongs to no field. */
  problem?: string
}

export type PageProps = { page: PageData }

const pages = {
  '/': 'start',
  '/login': 'login',
  '/signup': 'signup',
  '/leads/new': 'lead'
} as const

export type PageName = (typeof pages)[keyof typeof pages] | 'lookup' | 'failed' | 'missing'

const addressOf = (page: PageData) => new URL(`http://localhost${page.path}`)

/**
 * Tells which page answers: `lookup` asks for the company whose form `lead` is, and every address without a page of its
 * own is `missing`.
 */
export function pageName(page: PageData): PageName {
  const { pathname, searchParams } = addressOf(page)
  const path = pathname.replace(/\/+$/, '') || '/'
  const name = Object.hasOwn(pages, path) ? pages[path as keyof typeof pages] : 'missing'
  if (name === 'lead') return searchParams.get('client')?.trim() ? 'lead' : 'lookup'
  return page.error && page.error.status >= 500 ? 'failed' : name
}

/** The query of the page's address. */
export const queryOf = (page: PageData): URLSearchParams => addressOf(page).searchParams
