import { periodLabels, preferredPeriods } from '../../../../services/leads/rules.ts'
import { Field } from '../parts/Field.tsx'
import type { Errors } from '../parts/fieldErrors.ts'
import { Select } from '../parts/Select.tsx'
import { DayField } from './DayField.tsx'
import styles from './lead.module.css'

const periods = preferredPeriods.map(value => ({ value, label: periodLabels[value] }))

type ScheduleProps = {
  today: string
  day: string
  period: string | undefined
  errors: Errors
  alive: boolean
  onDay: (day: string) => void
}

/** When the visitor would like to be called. */
export function Schedule({ today, day, period, errors, alive, onDay }: ScheduleProps) {
  return (
    <fieldset className={styles.schedule}>
      <legend>Agendamento</legend>
      <DayField today={today} day={day} error={errors.preferredDate} alive={alive} onDay={onDay} />
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
