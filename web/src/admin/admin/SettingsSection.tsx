import Box from '@mui/material/Box'
import type { Settings } from '../../../../services/account/settings/schema.ts'
import { SettingsChange } from '../../../../services/admin/admin/schema.ts'
import { Field, typedNumber } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../ui/form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useSettingsChange } from './api.ts'
import type { Kind, Section, Field as Setting } from './settingSections.ts'

type Values = Record<string, string | boolean>

const toText = (value: Settings[keyof Settings]): string | boolean =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.join('\n') : String(value)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

function toValue(kind: Kind, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  if (kind === 'number') return typedNumber(value)
  return kind === 'questions' ? linesOf(value) : value.trim()
}

const check = ({ starterQuestions }: Values): Record<string, string> =>
  typeof starterQuestions === 'string' && linesOf(starterQuestions).length !== 5
    ? { starterQuestions: 'Escreva cinco perguntas, uma por linha.' }
    : {}

type Props = { section: Section; settings: Settings }

/** The settings of one section, changed and saved together. */
export function SettingsSection({ section: { key, label, text, fields }, settings }: Props) {
  const initial: Values = Object.fromEntries(fields.map(({ name }) => [name, toText(settings[name])]))
  const form = useForm(SettingsChange, initial, useSettingsChange(), {
    toBody: (values): Partial<Settings> =>
      Object.fromEntries(fields.map(({ name, kind }) => [name, toValue(kind, values[name] ?? '')])),
    check,
    keep: `settings ${key}`
  })
  return (
    <Panel title={label}>
      <Form {...form} sx={{ display: 'grid', gap: 2, maxWidth: 640 }}>
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          {text}
        </Box>
        {fields.map(field => (
          <SettingField key={field.name} {...field} />
        ))}
        <SaveButton label="Salvar" disabled={!form.isDirty} />
      </Form>
    </Panel>
  )
}

function SettingField({ kind, ...field }: Setting) {
  if (kind === 'switch') return <Field kind="switch" {...field} />
  if (kind === 'number') return <Field kind="number" sx={{ maxWidth: 320 }} {...field} />
  return <Field {...field} {...(kind !== 'text' && { multiline: true, minRows: 3 })} />
}
