import { type Integration, IntegrationConfig } from '../../../../services/assistant/integrations/schema.ts'
import { Field, orNull, typedNumber } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useLimitsChange } from './api.ts'

const draftOf = ({ baseUrl, model, monthlyTokenCap }: Integration) => ({
  baseUrl: baseUrl ?? '',
  model: model ?? '',
  monthlyTokenCap: monthlyTokenCap?.toString() ?? ''
})

/** Changes where a service is asked, with which model, and how much of it a month may cost. */
export function LimitsDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const save = useLimitsChange(integration.id, { onDone: onClose })
  const form = useForm(IntegrationConfig, draftOf(integration), save, {
    toBody: ({ baseUrl, model, monthlyTokenCap }) => ({
      baseUrl: orNull(baseUrl),
      model: orNull(model),
      monthlyTokenCap: typedNumber(monthlyTokenCap)
    }),
    check: ({ baseUrl }): Record<string, string> =>
      baseUrl.trim() && !/^https?:\/\/\S+$/.test(baseUrl.trim())
        ? { baseUrl: 'Digite um endereço que comece com https://' }
        : {},
    keep: `integration ${integration.id}`
  })
  return (
    <FormDialog form={form} compact title={integration.name} label="Salvar" onClose={onClose}>
      <Field kind="address" name="model" label="Modelo" help="Vazio: o da instalação" />
      <Field kind="address" name="baseUrl" label="URL base" help="Vazio: a do provedor" />
      <Field kind="number" name="monthlyTokenCap" label="Limite de tokens por mês" help="Vazio: sem limite" />
    </FormDialog>
  )
}
