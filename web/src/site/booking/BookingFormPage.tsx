import type { PageProps } from '../page.ts'
import { BookingForm } from './BookingForm.tsx'
import { BookingPage } from './BookingPage.tsx'

/** The booking page where the address has a time already: the form is there at once, and alive with the page. */
export const BookingFormPage = ({ page }: PageProps) => <BookingPage page={page} Form={BookingForm} />
