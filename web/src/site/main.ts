import 'virtual:public-tokens.css'
import './base.css'
import type { ReactNode } from 'react'
import type { PageData } from '../../../services/site/schema.ts'
import { readyChat } from '../assistant/chat/open.ts'
import { sendBeacon } from './beacon.ts'
import { holdActions, somebody } from './early.ts'
import { reportHeight } from './embedded.ts'
import { type PageName, type PageProps, pageName } from './page.ts'

// Nothing that weighs is imported above: the server's rendering is complete, and a page comes to life when somebody
// is there to use it, or at once where it acts without the person.
const pages: Record<PageName, () => Promise<(props: PageProps) => ReactNode>> = {
  start: () => import('./start/StartPage.tsx').then(file => file.StartPage),
  login: () => import('./account/LoginPage.tsx').then(file => file.LoginPage),
  employee: () => import('./account/EmployeeLoginPage.tsx').then(file => file.EmployeeLoginPage),
  reset: () => import('./account/ResetPage.tsx').then(file => file.ResetPage),
  confirm: () => import('./account/ConfirmPage.tsx').then(file => file.ConfirmPage),
  recipient: () => import('./recipient/RecipientPage.tsx').then(file => file.RecipientPage),
  signup: () => import('./account/SignupPage.tsx').then(file => file.SignupPage),
  contact: () => import('./contact/ContactPage.tsx').then(file => file.ContactPage),
  privacy: () => import('./legal/LegalPage.tsx').then(file => file.LegalPage),
  terms: () => import('./legal/LegalPage.tsx').then(file => file.LegalPage),
  invitation: () => import('./invitation/InvitationPage.tsx').then(file => file.InvitationPage),
  person: () => import('./person/PersonPage.tsx').then(file => file.PersonPage),
  lead: () => import('./lead/LeadPage.tsx').then(file => file.LeadPage),
  preview: () => import('./lead/PreviewPage.tsx').then(file => file.PreviewPage),
  lookup: () => import('./lead/LookupPage.tsx').then(file => file.LookupPage),
  failed: () => import('./start/FailedPage.tsx').then(file => file.FailedPage),
  booking: () => import('./booking/BookingPage.tsx').then(file => file.BookingPage),
  bookingForm: () => import('./booking/BookingFormPage.tsx').then(file => file.BookingFormPage),
  appointment: () => import('./booking/AppointmentPage.tsx').then(file => file.AppointmentPage),
  unsubscribe: () => import('./unsubscribe/UnsubscribePage.tsx').then(file => file.UnsubscribePage),
  missing: () => import('./start/MissingPage.tsx').then(file => file.MissingPage)
}

const accountPages: PageName[] = ['login', 'employee', 'signup', 'reset', 'confirm', 'invitation']

function readPageData(): PageData {
  const data = document.getElementById('page-data')?.textContent
  return data ? JSON.parse(data) : { path: location.pathname + location.search }
}

/** True where a page must live without being touched: it fetches something, restores a draft or sends somebody on. */
function hurries(page: PageData): boolean {
  const name = pageName(page)
  if (name === 'preview' || name === 'person' || name === 'recipient' || accountPages.includes(name)) return true
  if (name === 'lead' && !page.form && !page.error) return true
  try {
    return (
      sessionStorage.length > 0 || ((name === 'start' || name === 'contact') && localStorage.getItem('token') !== null)
    )
  } catch {
    return false
  }
}

/** Once, and only what somebody sees: pages that are fetched ahead are no visits. */
function countVisit({ form, sent }: PageData): void {
  if (!form?.id || sent || document.visibilityState === 'hidden') return
  const source = new URLSearchParams(location.search).get('source')?.trim() || form.source
  sendBeacon(form.id, { kind: 'visit', source })
}

async function start(root: HTMLElement): Promise<void> {
  const release = holdActions()
  try {
    const page = readPageData()
    countVisit(page)
    if (root.firstElementChild && !hurries(page)) await somebody()
    const [{ mount }, Page] = await Promise.all([import('./mount.tsx'), pages[pageName(page)]()])
    await mount(root, Page, page)
    release(true)
  } catch (error) {
    // The page from the server can still be read, and its form sent, without JavaScript.
    if (!root.firstElementChild)
      root.textContent = 'Não foi possível carregar a página. Verifique sua conexão e recarregue.'
    delete document.documentElement.dataset.leaving // the reader cannot be sent on
    release(false)
    reportError(error)
  }
}

readyChat()
const root = document.getElementById('root')
// As `pathOfHash` says; that one is in a chunk that this file does not wait for.
if (location.hash.startsWith('#/')) location.replace(location.hash.replace(/^#[/\\]+/, '/'))
else if (root) {
  reportHeight(root)
  void start(root)
}
