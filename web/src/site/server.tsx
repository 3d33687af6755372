import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { PageData } from '../../../services/site/schema.ts'
import { ConfirmPage } from './account/ConfirmPage.tsx'
import { EmployeeLoginPage } from './account/EmployeeLoginPage.tsx'
import { LoginPage } from './account/LoginPage.tsx'
import { ResetPage } from './account/ResetPage.tsx'
import { SignupPage } from './account/SignupPage.tsx'
import { AppointmentPage } from './booking/AppointmentPage.tsx'
import { BookingFormPage } from './booking/BookingFormPage.tsx'
import { BookingPage } from './booking/BookingPage.tsx'
import { ContactPage } from './contact/ContactPage.tsx'
import { headOf } from './head.ts'
import { InvitationPage } from './invitation/InvitationPage.tsx'
import { LeadPage } from './lead/LeadPage.tsx'
import { LookupPage } from './lead/LookupPage.tsx'
import { PreviewPage } from './lead/PreviewPage.tsx'
import { LegalPage } from './legal/LegalPage.tsx'
import { PublicPage } from './PublicPage.tsx'
import { type PageName, type PageProps, pageName } from './page.ts'
import { PersonPage } from './person/PersonPage.tsx'
import { RecipientPage } from './recipient/RecipientPage.tsx'
import { FailedPage } from './start/FailedPage.tsx'
import { MissingPage } from './start/MissingPage.tsx'
import { StartPage } from './start/StartPage.tsx'
import { UnsubscribePage } from './unsubscribe/UnsubscribePage.tsx'

const pages: Record<PageName, (props: PageProps) => ReactNode> = {
  start: StartPage,
  login: LoginPage,
  employee: EmployeeLoginPage,
  reset: ResetPage,
  confirm: ConfirmPage,
  recipient: RecipientPage,
  signup: SignupPage,
  contact: ContactPage,
  privacy: LegalPage,
  terms: LegalPage,
  invitation: InvitationPage,
  person: PersonPage,
  lead: LeadPage,
  lookup: LookupPage,
  preview: PreviewPage,
  failed: FailedPage,
  booking: BookingPage,
  bookingForm: BookingFormPage,
  appointment: AppointmentPage,
  unsubscribe: UnsubscribePage,
  missing: MissingPage
}

/** The HTML of `#root` in public.html, to stand in place of the comment `app`. */
export function render(page: PageData): string {
  return renderToString(<PublicPage Page={pages[pageName(page)]} page={page} />)
}

/** Replaces the text between the comments `head` and `/head` in public.html. */
export const head = headOf
