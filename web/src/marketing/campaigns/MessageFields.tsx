import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
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

/** What a person without a name of an own field is shown as in the example. */
const examples: Record<string, string> = { name: 'Ana Souza', firstName: 'Ana' }

/** What fills the variables of a template, and the message that comes of it. */
export function MessageFields({ template, values }: { template: Template; values: Draft['values'] }) {
  const company = useCompany()?.name ?? ''
  const { data: kit } = useMailKit()
  const own = (kit?.variables ?? [])
    .filter(({ name }) => !commonVariables.some(common => common.name === name))
    .map(({ name, label }) => ({ value: `field:${name}`, label }))
  const variables = variablesOf(template)
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
            name={`values.${fieldOf(name)}.from`}
            as={`values.${name}.from`}
            label={`O que vai em {{${name}}}`}
            options={[...sources, ...own]}
          />
          <Field
            required
            name={`values.${fieldOf(name)}.fallback`}
            as={`values.${name}.fallback`}
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
