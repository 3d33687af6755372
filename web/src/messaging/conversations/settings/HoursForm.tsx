import Box from '@mui/material/Box'
import type { BusinessHours, ChannelKind } from '../../../../../services/messaging/channels/rules.ts'
import { type ChannelSettings, HoursChange } from '../../../../../services/messaging/channels/schema.ts'
import { Field, useField } from '../../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../../ui/form.tsx'
import { hoursFault, WeekHours } from '../../../ui/WeekHours.tsx'
import { useChannelSave } from './api.ts'

const draftOf = ({ businessHours, awayMessage }: ChannelSettings): { hours: BusinessHours; away: string } => ({
  hours: businessHours ?? [],
  away: awayMessage ?? ''
})

/** When the team answers, and what is said outside of these hours. */
export function HoursForm({ kind, settings }: { kind: ChannelKind; settings: ChannelSettings }) {
  const form = useForm(HoursChange, draftOf(settings), useChannelSave(kind, { done: 'Horário salvo' }), {
    toBody: ({ hours, away }): HoursChange => ({
      businessHours: hours.length > 0 ? hours : null,
      awayMessage: away.trim() || null
    }),
    check: ({ hours }) => ({ businessHours: hoursFault(hours) || undefined }),
    keep: `hours ${kind}`
  })
  return (
    <Form {...form} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ color: 'text.secondary' }}>
        Sem nenhum dia marcado, a empresa atende a qualquer hora. Os horários são os da empresa.
      </Box>
      <Hours />
      <Field
        multiline
        minRows={2}
        maxRows={6}
        name="away"
        as="awayMessage"
        label="Mensagem fora do horário"
        help="Vai a quem escreve fora do horário e não foi respondido no dia, uma vez por dia. Vazia, nada é enviado sozinho."
        longest={1000}
      />
      <SaveButton label="Salvar horário" />
    </Form>
  )
}

function Hours() {
  const { value, error, change } = useField<BusinessHours>('hours', { as: 'businessHours', label: 'Horário' })
  return (
    <>
      <WeekHours hours={value} onChange={next => change(next(value))} />
      {error && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {error}
        </Box>
      )}
    </>
  )
}
