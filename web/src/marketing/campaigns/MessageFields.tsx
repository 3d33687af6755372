import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { commonVariables } from '../../../../services/marketing/mailTemplates/rules.ts'
import { fillText, variablesOf } from '../../../../services/messaging/templates/rules.ts'
import type { Template } from '../../../../services/messaging/templates/schema.ts'
import { PhoneBubble } from '../../messaging/templates/PhoneBubble.tsx'
import { useCompany } from '../../shell/company.ts'
import { Field } from '../../ui/Field.tsx'
import { useMailKit } from '../mailTemplates/api.ts'
import { type Draft, fieldOf, sourcesOf } from './draft.ts'

const sources = [
  { value: 'name', label: 'Nome completo' },
  { value: 'firstName', label: 'Primeiro nome' },
  { value: 'company', label: 'Nome da sua empresa' },
  { value: 'text', label: 'Um texto igual para todos' }
]

/** The person of the example. */
const examples: Record<string, string> = { name: 'Ana Souza', firstName: 'Ana' }

type Props = {
  template: Template
  values: Draft['values']
  /** The beginning of the names of its fields in the form. */
  under?: string
  onValues: (values: Draft['values']) => void
}

/** The values of a template's variables, and the message that comes of them. */
export function MessageFields({ template, values, under = '', onValues }: Props) {
  const company = useCompany()?.name ?? ''
  const { data: kit } = useMailKit()
  const own = (kit?.variables ?? [])
    .filter(({ name }) => !commonVariables.some(common => common.name === name))
    .map(({ name, label }) => ({ value: `field:${name}`, label }))
  const variables = variablesOf(template)
  const lacks = variables.some(name => !values[fieldOf(name)])
  // A template that was just chosen has no sources yet.
  useEffect(() => {
    if (!lacks) return
    const proposed = Object.entries(sourcesOf(template, values)).map(
      ([name, source]) => [fieldOf(name), source] as const
    )
    onValues({ ...values, ...Object.fromEntries(proposed) })
  }, [lacks, template, values, onValues])
  if (lacks) return null
  const filled = Object.fromEntries(
    Object.entries(sourcesOf(template, values)).map(([name, { from, fallback }]) => [
      name,
      from === 'company' ? company : (examples[from] ?? fallback)
    ])
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {variables.map(name => (
        <Box key={name} sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <Field
            kind="choice"
            required
            name={`${under}values.${fieldOf(name)}.from`}
            as={`${under}values.${name}.from`}
            label={`O que vai em {{${name}}}`}
            options={[...sources, ...own]}
          />
          <Field
            required
            name={`${under}values.${fieldOf(name)}.fallback`}
            as={`${under}values.${name}.fallback`}
            label={values[fieldOf(name)]?.from === 'text' ? `Texto de {{${name}}}` : 'Para quem não tem o dado'}
            longest={200}
          />
        </Box>
      ))}
      <PhoneBubble
        header={template.header && { ...template.header, text: fillText(template.header.text ?? '', filled) }}
        text={fillText(template.body, filled)}
        footer={template.footer}
        buttons={template.buttons}
      />
    </Box>
  )
}

/** Said where no template is approved. */
export const NoTemplates = () => (
  <Alert severity="info">
    Não há modelo aprovado. <Link to="/whatsapp?aba=configuracao">Escreva um e mande para análise.</Link>
  </Alert>
)
