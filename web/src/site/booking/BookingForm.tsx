import { useEffect, useState } from 'react'
import { bookingFields, bookingOf, noticeText } from '../../../../services/calendar/booking/rules.ts'
import type { Booked, OfferedService, TimeGone } from '../../../../services/calendar/booking/schema.ts'
import type { PublicForm } from '../../../../services/leads/forms/schema.ts'
import type { PageData } from '../../../../services/site/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import type { Attempt } from '../lead/draft.ts'
import type { LeadField } from '../lead/fields.ts'
import { LeadForm } from '../lead/LeadForm.tsx'
import { rememberTouch } from '../lead/touch.ts'
import controls from '../parts/controls.module.css'
import { Notice } from '../parts/Notice.tsx'
import styles from './booking.module.css'
import { Go } from './Go.tsx'
import { addressOf, readSteps, type StepLink } from './steps.ts'
import { Zone } from './TimePicker.tsx'
import { dayText, spanText, timeText } from './words.ts'

export type BookingFormProps = {
  page: PageData
  form: PublicForm
  service: OfferedService
  start: string
  /** The chosen person; null where any of them will do. */
  employeeId: string | null
  confirms: boolean
  link: StepLink
  /** Somebody else has the time. */
  onTaken: () => void
  onBooked: (booked: Booked['data']) => void
}

type Times = NonNullable<(typeof TimeGone.static)['slots']>

/** The chosen time, and the company's form: who books it. */
export function BookingForm({
  page,
  form,
  service,
  start,
  employeeId,
  confirms,
  link,
  onTaken,
  onBooked
}: BookingFormProps) {
  const [instead, setInstead] = useState<Times | null>(page.booking?.instead ?? null)
  const zone = form.company.timeZone
  useEffect(() => rememberTouch(form.company.id), [form.company.id])
  const end = new Date(Date.parse(start) + service.minutes * 60_000).toISOString()
  const steps = { ...readSteps(new URL(page.path, 'http://localhost').searchParams), service: service.id, start }

  async function book({ key, lead }: Attempt): Promise<void> {
    setInstead(null)
    try {
      const path = `/public/booking/${page.booking?.page.slug}`
      const { json } = await request<Booked>(path, {
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: bookingOf(lead)
      })
      onBooked(json.data)
    } catch (error) {
      if (error instanceof HttpError && error.body.code === 'TIME_TAKEN') {
        setInstead((error.body as { slots?: Times }).slots ?? [])
        onTaken()
      }
      throw error
    }
  }

  return (
    <>
      <div className={styles.chosen}>
        <div>
          <strong className={styles.when}>{spanText(start, end, zone)}</strong>
          <Zone zone={zone} />
        </div>
        <Go className={styles.change} to={link({ start: null })}>
          Trocar horário
        </Go>
      </div>
      {(noticeText(service) || service.policy) && (
        <p className={styles.policy}>{[noticeText(service), service.policy].filter(Boolean).join('\n')}</p>
      )}
      {instead && (
        <Notice tone="warning" title="Esse horário acabou de ser reservado">
          <p>{instead.length > 0 ? 'Estes são os próximos horários livres:' : 'Escolha outro dia.'}</p>
          <div className={styles.instead}>
            {instead.map(slot => (
              <Go
                key={slot.start}
                className={`${controls.button} ${controls.secondary}`}
                to={link({ start: slot.start })}
                onClickCapture={() => setInstead(null)}
              >
                {`${dayText(slot.start, zone)}, ${timeText(slot.start, zone)}`}
              </Go>
            ))}
          </div>
        </Notice>
      )}
      <LeadForm
        form={form}
        source={new URL(page.path, 'http://localhost').searchParams.get('source')?.trim() || 'agenda'}
        letters={page.alphanumericCnpj ?? false}
        address={addressOf(page.path, steps)}
        refused={page}
        booking={{
          fields: bookingFields(service.questions) as LeadField[],
          also: { serviceId: service.id, start, employeeId },
          deliver: book
        }}
        submit={
          confirms
            ? { label: 'Agendar', busyLabel: 'Agendando...' }
            : { label: 'Pedir horário', busyLabel: 'Enviando...' }
        }
      />
    </>
  )
}
