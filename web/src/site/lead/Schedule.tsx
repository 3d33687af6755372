import type { FormSettings } from '../../../../services/leads/forms/rules.ts'
import { periodLabels, preferredPeriods } from '../../../../services/leads/leads/rules.ts'
import { Field } from '../parts/Field.tsx'
import type { Errors } from '../parts/fieldErrors.ts'
import { Select } from '../parts/Select.tsx'
import { DayField } from './DayField.tsx'
import styles from './lead.module.css'

type ScheduleProps = {
  today: string
  schedule: FormSettings['schedule']
  day: string
  period: string | undefined
  errors: Errors
  alive: boolean
  onDay: (day: string) => void
}

/** When the visitor would like to be called. */
export function Schedule({ today, schedule, day, period, errors, alive, onDay }: ScheduleProps) {
  const periods = preferredPeriods
    .filter(value => schedule.periods.includes(value))
    .map(value => ({ value, label: periodLabels[value] }))
  return (
    <fieldset className={styles.schedule}>
      <legend>Agendamento</legend>
      <DayField today={today} schedule={schedule} day={day} error={errors.preferredDate} alive={alive} onDay={onDay} />
      <Field name="preferredPeriod" label="Período preferencial" error={errors.preferredPeriod}>
        {control => (
          <Select control={control} value={period} placeholder="Selecione o melhor período">
            {periods}
          </Select>
        )}
      </Field>
    </fieldset>
  )
}
