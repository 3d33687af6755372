import type { OfferedService } from '../../../../services/calendar/booking/schema.ts'
import styles from './booking.module.css'
import { Go } from './Go.tsx'
import type { StepLink } from './steps.ts'
import { channelNames, lengthText, moneyText } from './words.ts'

const factsOf = ({ minutes, priceCents, channel }: OfferedService): string =>
  [lengthText(minutes), ...(priceCents === null ? [] : [moneyText(priceCents)]), channelNames[channel]].join(' · ')

/** The services that can be booked, each a link. */
export const Services = ({ services, link }: { services: readonly OfferedService[]; link: StepLink }) => (
  <ul className={styles.services}>
    {services.map(service => (
      <li key={service.id}>
        <Go className={styles.service} to={link({ service: service.id, start: null })}>
          <strong>{service.name}</strong>
          <span>{factsOf(service)}</span>
          {service.description && <span className={styles.description}>{service.description}</span>}
        </Go>
      </li>
    ))}
  </ul>
)

/** The service that was chosen, and the way back to the others. */
export const ChosenService = ({ service, back }: { service: OfferedService; back: ReturnType<StepLink> | null }) => (
  <div className={styles.chosen}>
    <div>
      <strong>{service.name}</strong>
      <span>{factsOf(service)}</span>
    </div>
    {back && (
      <Go className={styles.change} to={back}>
        Trocar serviço
      </Go>
    )}
  </div>
)
