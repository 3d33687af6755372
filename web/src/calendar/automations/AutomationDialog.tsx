import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { durationText, usualReminders } from '../../../../services/calendar/appointments/rules.ts'
import {
  type AutomationFact,
  automationTexts,
  type FactChoices,
  factLabels,
  factsOf
} from '../../../../services/calendar/automations/rules.ts'
import { AutomationChange } from '../../../../services/calendar/automations/schema.ts'
import { fillText, variablesOf } from '../../../../services/messaging/templates/rules.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import { useApproved } from '../../messaging/templates/api.ts'
import { PhoneBubble } from '../../messaging/templates/PhoneBubble.tsx'
import { Field, typedNumber, useField } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { type Automation, useAutomationSave } from './api.ts'

const examples: Record<AutomationFact, string> = {
  name: 'Ana',
  company: 'sua empresa',
  service: 'Corte de cabelo',
  date: 'quarta-feira, 05/06/2030',
  time: '14:00',
  person: 'Bruno Lima',
  link: 'https://…/agendamento/…'
}

const words: Partial<Record<AutomationFact, RegExp>> = {
  company: /empresa|loja|company/i,
  service: /servi|service|assunto|titulo/i,
  date: /data|dia|date|day/i,
  time: /hor|time|hour/i,
  person: /profis|atend|quem|person/i,
  link: /link|endereco|url/i
}

/** The most likely fact for a variable, by its name. */
const suggested = (variable: string, allowed: readonly AutomationFact[]): AutomationFact =>
  allowed.find(fact => words[fact]?.test(variable)) ?? 'name'

const minuteLabels: Partial<Record<Automation['kind'], readonly string[]>> = {
  welcome: ['Minutos depois de chegar'],
  no_answer: ['Minutos até avisar a equipe', 'Minutos até avisar a pessoa']
}

/** To begin with. */
const usualText = 'Oi, {{nome}}! Vimos a sua mensagem, e a {{empresa}} responde em breve.'

type Values = {
  active: boolean
  templateId: string
  values: FactChoices
  text: string
  minutes: string[]
  quietHours: boolean
}

/** An automatic message is written: its template and what stands in it, its times, and whether it is on. */
export function AutomationDialog({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const { kind, active, templateId, values, text, minutes, quietHours } = automation
  const labels = minuteLabels[kind] ?? []
  const byText = kind === 'no_answer'
  const initial: Values = {
    active,
    templateId: templateId ?? '',
    values,
    text: text ?? (byText ? usualText : ''),
    minutes: kind === 'reminder' ? minutes.map(String) : labels.map((_, n) => String(minutes[n] ?? '')),
    quietHours
  }
  const save = useAutomationSave(onClose)
  const form = useForm(
    AutomationChange,
    initial,
    { ...save, mutateAsync: (change: AutomationChange) => save.mutateAsync({ kind, ...change }) },
    {
      toBody: (typed): AutomationChange => ({
        active: typed.active,
        quietHours: typed.quietHours,
        ...((labels.length > 0 || kind === 'reminder') && {
          minutes: typed.minutes.flatMap(each => (each.trim() === '' ? [] : [typedNumber(each) ?? 0]))
        }),
        ...(byText
          ? { text: typed.text.trim() || null }
          : { templateId: typed.templateId || null, values: typed.values })
      })
    }
  )
  return (
    <FormDialog form={form} title={automationTexts[kind].label} label="Salvar" onClose={onClose} full>
      <Box sx={{ color: 'text.secondary' }}>{automationTexts[kind].about}</Box>
      <Field name="active" kind="switch" label="Ligada" />
      {byText ? (
        <Field
          name="text"
          label="Texto"
          help="{{nome}} e {{empresa}} são trocados pelo nome da pessoa e da empresa."
          multiline
          minRows={3}
          longest={1000}
        />
      ) : (
        <TemplateFields automation={automation} />
      )}
      {kind === 'reminder' && <ReminderTimes />}
      {labels.length > 0 && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
          {labels.map((label, n) => (
            <Field key={label} name={`minutes.${n}`} kind="number" label={label} longest={5} />
          ))}
        </Box>
      )}
      <Field
        name="quietHours"
        kind="switch"
        label="Horário de silêncio"
        help="Das 20h às 8h nada é enviado: o que é dessas horas sai às 8h, se ainda servir."
      />
    </FormDialog>
  )
}

/** The times of the calendar's reminders, which hold for those by mail too. */
function ReminderTimes() {
  const { value, change, error } = useField<string[]>('minutes', { label: 'Horários' })
  return (
    <Box role="group" aria-label="Horários" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {usualReminders.map(minutes => (
        <FormControlLabel
          key={minutes}
          control={
            <Switch
              checked={value.includes(String(minutes))}
              onChange={(_, on) =>
                change(on ? [...value, String(minutes)] : value.filter(each => each !== String(minutes)))
              }
            />
          }
          label={`${minutes === 1440 ? '24 h' : durationText(minutes)} antes`}
        />
      ))}
      {error && (
        <Box role="alert" sx={{ color: 'error.main', width: '100%' }}>
          {error}
        </Box>
      )}
    </Box>
  )
}

function TemplateFields({ automation: { kind, template } }: { automation: Automation }) {
  const { data = [] } = useApproved('')
  const id = useField<string>('templateId', { label: 'Modelo do WhatsApp' })
  const facts = useField<FactChoices>('values', { label: 'Campos' })
  const allowed = factsOf[kind]
  const usable = data.filter(each => each.category !== 'authentication')
  const chosen: Template | undefined = usable.find(each => each.id === id.value)
  const names = chosen ? variablesOf(chosen) : []

  function choose(next: string): void {
    id.change(next)
    const picked = usable.find(each => each.id === next)
    if (picked)
      facts.change(
        Object.fromEntries(
          variablesOf(picked).map(name => [name, facts.value[name] ?? { from: suggested(name, allowed) }])
        )
      )
  }
  return (
    <>
      <TextField
        select
        label="Modelo do WhatsApp"
        value={chosen ? id.value : ''}
        error={id.error !== undefined}
        helperText={id.error ?? (kind === 'reminder' ? 'Sem modelo, os lembretes vão só por e-mail.' : undefined)}
        onChange={({ target }) => choose(target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{kind === 'reminder' ? 'Só e-mail' : 'Nenhum'}</MenuItem>
        {usable.map(each => (
          <MenuItem key={each.id} value={each.id}>
            {each.name.replaceAll('_', ' ')}
            {each.language !== 'pt_BR' && ` (${each.language})`}
          </MenuItem>
        ))}
      </TextField>
      {template && !template.approved && (
        <Alert severity="warning">Este modelo não está mais aprovado. Escolha outro.</Alert>
      )}
      {usable.length === 0 && (
        <Alert severity="info">Não há modelo aprovado. Escreva um em Modelos, acima, e mande para análise.</Alert>
      )}
      {names.map(name => (
        <TextField
          key={name}
          select
          size="small"
          label={`No lugar de {{${name}}}`}
          value={facts.value[name]?.from ?? ''}
          error={facts.error !== undefined && !facts.value[name]}
          onChange={({ target }) =>
            facts.change({ ...facts.value, [name]: { ...facts.value[name], from: target.value as AutomationFact } })
          }
        >
          {allowed.map(fact => (
            <MenuItem key={fact} value={fact}>
              {factLabels[fact]}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {facts.error && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {facts.error}
        </Box>
      )}
      {chosen && (
        <PhoneBubble
          header={chosen.header}
          text={fillText(
            chosen.body,
            Object.fromEntries(names.map(name => [name, examples[facts.value[name]?.from ?? 'name']]))
          )}
          footer={chosen.footer}
          buttons={chosen.buttons}
        />
      )}
    </>
  )
}
