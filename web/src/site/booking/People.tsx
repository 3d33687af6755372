import type { OfferedService } from '../../../../services/calendar/booking/schema.ts'
import styles from './booking.module.css'
import { Go } from './Go.tsx'
import { anyone, type StepLink } from './steps.ts'

type Props = { people: OfferedService['people']; link: StepLink }

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map(word => word?.[0]?.toUpperCase() ?? '').join('')
}

/** The step 'Com quem?': anybody, or one of the people who give the service. */
export const People = ({ people, link }: Props) => (
  <>
    <h2 className={styles.dayHead}>Com quem?</h2>
    <ul className={styles.services}>
      <li>
        <Go className={styles.service} to={link({ person: anyone, start: null })}>
          <strong>Qualquer profissional</strong>
          <span>Mostra os horários de toda a equipe</span>
        </Go>
      </li>
      {people.map(({ id, name }) => (
        <li key={id}>
          <Go className={`${styles.service} ${styles.person}`} to={link({ person: id, start: null })}>
            <span className={styles.face} aria-hidden="true">
              {initials(name)}
            </span>
            <strong>{name}</strong>
          </Go>
        </li>
      ))}
    </ul>
  </>
)

/** With whom the visitor books, and the way to somebody else. */
export const ChosenPerson = ({ name, link }: { name: string; link: StepLink }) => (
  <div className={styles.chosen}>
    <strong>{name}</strong>
    <Go className={styles.change} to={link({ person: null, start: null, day: null, month: null })}>
      Trocar profissional
    </Go>
  </div>
)
