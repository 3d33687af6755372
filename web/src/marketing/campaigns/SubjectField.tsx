import { campaignLimits } from '../../../../services/marketing/campaigns/rules.ts'
import { exampleLine } from '../../../../services/marketing/mailTemplates/rules.ts'
import { useCompany } from '../../shell/company.ts'
import { Field } from '../../ui/Field.tsx'

/**
 * The subject of a mail, or that of its template where it is left empty, which is shown as a customer would read it.
 */
export function SubjectField({ name, ofTemplate }: { name: string; ofTemplate: string | undefined }) {
  const company = useCompany()?.name ?? ''
  const example = ofTemplate && exampleLine(ofTemplate, company)
  return (
    <Field
      name={name}
      label="Assunto"
      placeholder={example ?? ''}
      help={example ? `Vazio, vai o do modelo. Exemplo: ${example}` : 'Vazio, vai o do modelo.'}
      longest={campaignLimits.subject}
    />
  )
}
