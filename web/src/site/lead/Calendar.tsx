import { DayPicker } from 'react-day-picker'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { dateOfDay, dayOf } from '../../core/day.ts'
import styles from './calendar.module.css'

const weekday = new Intl.DateTimeFormat('pt-BR', { weekday: 'short' })

/** The days that cannot be asked for: of the week, 0 for Sunday, and single ones. */
export type FreeDays = { weekdays: number[]; days: string[] }

export type CalendarProps = { today: string; schedule: FreeDays; day: string; onDay: (day: string) => void }

/** A month of days; those before today and those that the company has blocked cannot be chosen. */
export function Calendar({ today, schedule, day, onDay }: CalendarProps) {
  const first = dateOfDay(today)
  const blocked = schedule.days.map(dateOfDay).filter(date => date !== undefined)
  return (
    <>
      <DayPicker
        mode="single"
        locale={ptBR}
        classNames={styles}
        formatters={{ formatWeekdayName: date => weekday.format(date).slice(0, 3) }}
        today={first}
        selected={dateOfDay(day)}
        defaultMonth={dateOfDay(day) ?? first}
        startMonth={first}
        disabled={first && [{ before: first }, { dayOfWeek: schedule.weekdays }, ...blocked]}
        showOutsideDays
        autoFocus
        onSelect={chosen => onDay(chosen ? dayOf(chosen) : '')}
      />
      {day && (
        <button className={styles.clear} type="button" onClick={() => onDay('')}>
          Limpar data
        </button>
      )}
    </>
  )
}
