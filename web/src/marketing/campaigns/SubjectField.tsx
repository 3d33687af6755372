import TextField from '@mui/material/TextField'
import { campaignLimits } from '../../../../services/marketing/campaigns/rules.ts'
import { exampleLine } from '../../../../services/marketing/mailTemplates/rules.ts'
import { useCompany } from '../../shell/company.ts'

type Props = { value: string; ofTemplate: string | undefined; onChange: (subject: string) => void }

/**
 * The subject of a mail, or that of its template where it is left empty, which is shown as a customer would read it.
 */
export function SubjectField({ value, ofTemplate, onChange }: Props) {
  const company = useCompany()?.name ?? ''
  const example = ofTemplate && exampleLine(ofTemplate, company)
  return (
    <TextField
      label="Assunto"
      value={value}
      placeholder={example}
      helperText={example ? `Vazio, vai o do modelo. Exemplo: ${example}` : 'Vazio, vai o do modelo.'}
      onChange={event => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: campaignLimits.subject }, inputLabel: { shrink: true } }}
    />
  )
}
