import { monthFrom } from '../../../../services/calendar/booking/rules.ts'
import type { FreeDays } from '../../../../services/calendar/booking/schema.ts'
import styles from './booking.module.css'
import { Go } from './Go.tsx'
import type { StepLink } from './steps.ts'
import { dayName, daysOf, monthName } from './words.ts'

const weekdays = [
  ['dom', 'domingo'],
  ['seg', 'segunda-feira'],
  ['ter', 'terça-feira'],
  ['qua', 'quarta-feira'],
  ['qui', 'quinta-feira'],
  ['sex', 'sexta-feira'],
  ['sáb', 'sábado']
] as const

type MonthGridProps = {
  month: string
  /** yyyy-MM-dd in the company's zone. */
  today: string
  day: string | null
  days: FreeDays | null
  waiting: boolean
  link: StepLink
}

/** A month of days, each a link: those with free times stand out, the others say why they have none. */
export function MonthGrid({ month, today, day, days, waiting, link }: MonthGridProps) {
  const free = new Map(days?.data.map(each => [each.day, each.slots.length]))
  const before = monthFrom(month, -1)
  const after = monthFrom(month, 1)
  return (
    <div className={styles.month} aria-busy={waiting || undefined}>
      <div className={styles.monthHead}>
        {before < today.slice(0, 7) ? (
          <span className={styles.arrow} aria-hidden="true" />
        ) : (
          <Go
            className={styles.arrow}
            aria-label={`Mês anterior: ${monthName(before)}`}
            to={link({ month: before, day: null })}
          >
            <Arrow to="left" />
          </Go>
        )}
        <h2 aria-live="polite">{monthName(month)}</h2>
        <Go
          className={styles.arrow}
          aria-label={`Próximo mês: ${monthName(after)}`}
          to={link({ month: after, day: null })}
        >
          <Arrow to="right" />
        </Go>
      </div>
      <table className={styles.days}>
        <thead>
          <tr>
            {weekdays.map(([short, long]) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map(week => (
            <tr key={week.find(Boolean)}>
              {week.map((each, at) => (
                <td key={each ?? `empty ${at}`}>
                  {each && (
                    <Day day={each} past={each < today} count={free.get(each)} chosen={each === day} link={link} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type DayProps = { day: string; past: boolean; count: number | undefined; chosen: boolean; link: StepLink }

function Day({ day, past, count = 0, chosen, link }: DayProps) {
  const number = Number(day.slice(8))
  if (past)
    return (
      <span className={styles.past} aria-hidden="true">
        {number}
      </span>
    )
  const said = count === 0 ? 'sem horários' : count === 1 ? '1 horário' : `${count} horários`
  return (
    <Go
      className={styles.dayLink}
      data-free={count > 0 || undefined}
      aria-current={chosen ? 'date' : undefined}
      aria-label={`${dayName(day)}, ${said}`}
      to={link({ day })}
    >
      {number}
    </Go>
  )
}

const Arrow = ({ to }: { to: 'left' | 'right' }) => (
  <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d={to === 'left' ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

/** The days of a month by weeks that begin on Sunday. */
function weeksOf(month: string): (string | null)[][] {
  const days: (string | null)[] = daysOf(month)
  const first = new Date(`${month}-01T12:00:00Z`).getUTCDay()
  const all = [...Array.from({ length: first }, () => null), ...days]
  while (all.length % 7 > 0) all.push(null)
  return Array.from({ length: all.length / 7 }, (_, n) => all.slice(n * 7, n * 7 + 7))
}
