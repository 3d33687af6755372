import type { PageData } from '../../../services/site/schema.ts'

export type PageProps = { page: PageData }

const pages = {
  '/': 'start',
  '/login': 'login',
  '/employee-login': 'employee',
  '/signup': 'signup',
  '/contact': 'contact',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/reset-password': 'reset',
  '/confirm-email': 'confirm',
  '/confirm-recipient': 'recipient',
  '/invitation': 'invitation',
  '/my-data': 'person',
  '/leads/new': 'lead'
} as const

/** Pages whose address names what they show. */
const folders = { agendar: 'booking', agendamento: 'appointment', unsubscribe: 'unsubscribe' } as const

export type PageName =
  | (typeof pages)[keyof typeof pages]
  | (typeof folders)[keyof typeof folders]
  | 'bookingForm'
  | 'lookup'
  | 'preview'
  | 'failed'
  | 'missing'

const addressOf = (page: PageData) => new URL(`http://localhost${page.path}`)

/**
 * Says which page answers: `lookup` asks for the company whose form `lead` is, `bookingForm` is `booking` with a time
 * that is chosen, `preview` shows the
 * editor a draft, and every address without a page of its
 * own is `missing`.
 */
export function pageName(page: PageData): PageName {
  const { pathname, searchParams } = addressOf(page)
  const path = pathname.replace(/\/{1,9}$/, '') || '/'
  const [, folder = '', ...rest] = path.split('/')
  if (rest.length === 1 && Object.hasOwn(folders, folder))
    return page.error
      ? 'failed'
      : folder === 'agendar' && searchParams.has('inicio')
        ? 'bookingForm'
        : folders[folder as keyof typeof folders]
  const name = Object.hasOwn(pages, path) ? pages[path as keyof typeof pages] : 'missing'
  if (name === 'lead' && searchParams.has('preview')) return 'preview'
  if (name === 'lead') return searchParams.get('client')?.trim() ? 'lead' : 'lookup'
  return page.error ? 'failed' : name
}

/** The query of the page's address. */
export const queryOf = (page: PageData): URLSearchParams => addressOf(page).searchParams
