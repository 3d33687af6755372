import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { Booked } from '../../../../services/calendar/booking/schema.ts'
import { productName } from '../../../../services/core/rules.ts'
import { type PageProps, queryOf } from '../page.ts'
import { Company } from '../parts/Company.tsx'
import { Frame } from '../parts/Frame.tsx'
import { Notice } from '../parts/Notice.tsx'
import { BookedScreen } from './BookedScreen.tsx'
import type { BookingFormProps } from './BookingForm.tsx'
import styles from './booking.module.css'
import { ChosenPerson, People } from './People.tsx'
import { ChosenService, Services } from './Services.tsx'
import { anyone, useSteps } from './steps.ts'
import { TimePicker } from './TimePicker.tsx'
import { useFreeDays } from './useFreeDays.ts'

type BookingPageProps = PageProps & { Form?: ComponentType<BookingFormProps> }

const LeaveWait = lazy(async () => ({ default: (await import('./LeaveWait.tsx')).LeaveWait }))

const FetchedForm = lazy(async () => ({ default: (await import('./BookingForm.tsx')).BookingForm }))

/**
 * Fetched once a time is chosen. Where the address has one, BookingFormPage brings the form instead: a boundary here
 * would come to life after the page, and what is sent in between would go without the script.
 */
const LateForm = (props: BookingFormProps) => (
  <Suspense fallback={<p className={styles.soft}>Carregando...</p>}>
    <FetchedForm {...props} />
  </Suspense>
)

/** The page on which visitors book a free time: a service, a day, a time, and who they are. */
export function BookingPage({ page, Form = LateForm }: BookingPageProps) {
  const { booking } = page
  if (!booking) throw new Error('The page has nothing to book')
  const { slug, welcome, confirms, services, form } = booking.page
  const { company, today } = form
  const { steps, go, link } = useSteps(page)
  const waiting = queryOf(page).get('espera')
  const [booked, setBooked] = useState<Booked['data'] | 'robot'>(booking.booked ?? null)
  const service = services.find(({ id }) => id === steps.service) ?? (services.length === 1 ? services[0] : undefined)
  const people = service?.people ?? []
  const chosen = people.length === 1 ? people[0] : people.find(({ id }) => id === steps.person)
  const asks = people.length > 1 && !chosen && steps.person !== anyone
  const slots = `/public/booking/${slug}/slots?serviceId=${service?.id}`
  const address = !service || asks ? null : chosen ? `${slots}&employeeId=${chosen.id}` : slots
  const free = useFreeDays({ address, monthParam: steps.month, initial: booking, today })

  const look = {
    width: queryOf(page).has('embed') ? 'embedded' : 'wide',
    header: <Company name={company.name} logo={form.settings.logo} />,
    footer: <p>{`Agenda criada pela ${productName}`}</p>
  } as const
  if (booked)
    return (
      <Frame {...look}>
        <BookedScreen
          booked={booked === 'robot' ? null : booked}
          onAgain={() => {
            setBooked(null)
            go({ start: null, day: null })
            free.again()
          }}
        />
      </Frame>
    )
  return (
    <Frame {...look}>
      <div className={styles.heading}>
        <h1>Agende um horário</h1>
        {welcome && <p>{welcome}</p>}
      </div>
      {waiting && (
        <Suspense>
          <LeaveWait token={waiting} />
        </Suspense>
      )}
      {services.length === 0 ? (
        <Notice tone="warning" title="Nada para agendar">
          Esta empresa ainda não oferece horários por aqui.
        </Notice>
      ) : !service ? (
        <Services services={services} link={link} />
      ) : (
        <>
          <ChosenService
            service={service}
            back={services.length > 1 ? link({ service: null, start: null, day: null, month: null }) : null}
          />
          {people.length > 1 && !asks && <ChosenPerson name={chosen?.name ?? 'Qualquer profissional'} link={link} />}
          {asks ? (
            <People people={people} link={link} />
          ) : steps.start === null ? (
            <TimePicker
              steps={steps}
              today={today}
              zone={company.timeZone}
              free={free}
              link={link}
              wait={{
                slug,
                serviceId: service.id,
                employeeId: chosen?.id ?? null,
                consent: form.settings.consent
              }}
            />
          ) : (
            <Form
              page={page}
              form={form}
              service={service}
              start={steps.start}
              employeeId={chosen?.id ?? null}
              confirms={confirms}
              link={link}
              onTaken={free.again}
              onBooked={data => {
                setBooked(data ?? 'robot')
                scrollTo({ top: 0 })
              }}
            />
          )}
        </>
      )}
    </Frame>
  )
}
