import Box from '@mui/material/Box'
import {
  appointmentChannels,
  channelLabels,
  serviceDefaults
} from '../../../../../services/calendar/appointments/rules.ts'
import { type BookableService, ServiceChange } from '../../../../../services/calendar/appointments/schema.ts'
import { centsText, moneyText, readMoney } from '../../../../../services/core/money/rules.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { Field, orNull, typedNumber } from '../../../ui/Field.tsx'
import { FormDialog, useForm } from '../../../ui/form.tsx'
import { useServiceSave } from '../api.ts'
import { draftsOf, Questions, questionsOf } from './Questions.tsx'
import { Sessions, draftsOf as sessionDraftsOf, sessionsOf } from './Sessions.tsx'

type Props = { service: BookableService | null; onClose: () => void }

const numbers = [
  { name: 'minutes', label: 'Duração (minutos)' },
  { name: 'capacity', label: 'Vagas por horário' },
  { name: 'bufferBefore', label: 'Intervalo antes (minutos)' },
  { name: 'bufferAfter', label: 'Intervalo depois (minutos)' },
  { name: 'noticeMinutes', label: 'Antecedência mínima (minutos)' },
  { name: 'windowDays', label: 'Agendar até quantos dias à frente' },
  { name: 'cancelNoticeMinutes', label: 'Cancelar até (minutos antes)' },
  { name: 'moveNoticeMinutes', label: 'Remarcar até (minutos antes)' }
] as const

const channels = appointmentChannels.map(value => ({ value, label: channelLabels[value] }))

const draftOf = (service: BookableService | null) => {
  const text = (field: (typeof numbers)[number]['name']) => String(service?.[field] ?? serviceDefaults[field])
  return {
    name: service?.name ?? '',
    minutes: text('minutes'),
    capacity: text('capacity'),
    bufferBefore: text('bufferBefore'),
    bufferAfter: text('bufferAfter'),
    noticeMinutes: text('noticeMinutes'),
    windowDays: text('windowDays'),
    cancelNoticeMinutes: text('cancelNoticeMinutes'),
    moveNoticeMinutes: text('moveNoticeMinutes'),
    policy: service?.policy ?? '',
    priceCents: centsText(service?.priceCents ?? null),
    stepMinutes: service?.stepMinutes ? String(service.stepMinutes) : '',
    dailyCap: service?.dailyCap ? String(service.dailyCap) : '',
    channel: service?.channel ?? serviceDefaults.channel,
    location: service?.location ?? '',
    employeeIds: service?.employeeIds ?? [],
    choosesPerson: service?.choosesPerson ?? true,
    questions: draftsOf(service?.questions ?? []),
    sessions: sessionDraftsOf(service?.sessions ?? [])
  }
}
type Draft = ReturnType<typeof draftOf>

const toBody = (draft: Draft): ServiceChange => ({
  ...(Object.fromEntries(numbers.map(({ name }) => [name, typedNumber(draft[name])])) as Record<
    (typeof numbers)[number]['name'],
    number
  >),
  name: draft.name.trim(),
  priceCents: readMoney(draft.priceCents) ?? null,
  stepMinutes: typedNumber(draft.stepMinutes),
  dailyCap: typedNumber(draft.dailyCap),
  channel: draft.channel,
  location: orNull(draft.location),
  policy: orNull(draft.policy),
  employeeIds: draft.employeeIds,
  choosesPerson: draft.choosesPerson,
  questions: questionsOf(draft.questions),
  sessions: sessionsOf(draft.sessions)
})

function check({ name, priceCents, questions }: Draft) {
  return {
    ...Object.fromEntries(
      questions.flatMap(({ label, type, options }, n) => [
        ...(label.trim() ? [] : [[`questions.${n}.label`, 'Escreva a pergunta.']]),
        ...(type === 'select' && !options.trim() ? [[`questions.${n}.options`, 'Escreva as opções.']] : [])
      ])
    ),
    ...(!name.trim() && { name: 'Dê um nome ao serviço.' }),
    ...(priceCents.trim() && readMoney(priceCents) === undefined && { priceCents: moneyText })
  }
}

/** Edits a service: its length, price, seats, and when and with whom it is offered. */
export function ServiceDialog({ service, onClose }: Props) {
  const { data: people = [] } = useEmployeeOptions()
  const form = useForm(ServiceChange, draftOf(service), useServiceSave(service?.id ?? null, onClose), {
    toBody,
    check,
    keep: `service ${service?.id ?? 'new'}`
  })
  const { employeeIds, questions } = form.values
  return (
    <FormDialog
      form={form}
      full
      title={service ? service.name : 'Novo serviço'}
      label="Salvar serviço"
      onClose={onClose}
    >
      <Field autoFocus name="name" label="Nome" longest={100} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
        {numbers.map(({ name, label }) => (
          <Field key={name} kind="number" name={name} label={label} longest={5} />
        ))}
        <Field
          kind="number"
          name="stepMinutes"
          label="Um horário a cada (minutos)"
          placeholder="Duração e intervalos"
          longest={4}
        />
        <Field kind="number" name="dailyCap" label="Limite por dia e pessoa" placeholder="Sem limite" longest={3} />
        <Field kind="money" name="priceCents" label="Preço (R$)" placeholder="Não informado" />
        <Field kind="choice" name="channel" label="Como" options={channels} />
        <Field name="location" label="Local ou link" longest={500} />
      </Box>
      <Field
        kind="choice"
        name="employeeIds"
        label="Quem atende"
        none="Toda a equipe"
        options={people
          .filter(({ active, id }) => active || employeeIds.includes(id))
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Field
        multiline
        minRows={2}
        name="policy"
        label="O que quem agenda precisa saber"
        help="Aparece antes de agendar, nos e-mails e na página do horário."
        longest={2000}
      />
      <Field kind="switch" name="choosesPerson" label="Quem agenda escolhe com quem" />
      <Sessions form={form} people={people.filter(({ active }) => active)} />
      <Questions form={form} drafts={questions} />
    </FormDialog>
  )
}
