import { type BookableService, NewPackage } from '../../../../services/calendar/appointments/schema.ts'
import { moneyText, readMoney } from '../../../../services/core/money/rules.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useNewPackage } from './api.ts'

type Draft = { serviceId: string; sessions: string; expiresAt: string; priceCents: string }
type Props = { leadId: string; services: readonly BookableService[]; onClose: () => void }

/** Sells a lead sessions of a service. */
export function PackageDialog({ leadId, services, onClose }: Props) {
  const draft: Draft = { serviceId: services[0]?.id ?? '', sessions: '10', expiresAt: '', priceCents: '' }
  const form = useForm(NewPackage, draft, useNewPackage({ onDone: onClose }), {
    toBody: ({ serviceId, sessions, expiresAt, priceCents }): NewPackage => ({
      leadId,
      serviceId,
      sessions: Number(sessions) || 0,
      expiresAt: expiresAt || null,
      priceCents: readMoney(priceCents) ?? null
    }),
    check: ({ sessions, priceCents }) => ({
      ...(!/^\d+$/.test(sessions.trim()) && { sessions: 'Diga quantas sessões.' }),
      ...(priceCents.trim() && readMoney(priceCents) === undefined && { priceCents: moneyText })
    })
  })
  return (
    <FormDialog form={form} title="Vender pacote" label="Salvar pacote" onClose={onClose} maxWidth="xs">
      <Field
        kind="choice"
        name="serviceId"
        label="Serviço"
        options={services.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Field kind="number" name="sessions" label="Sessões" longest={3} />
      <Field kind="date" name="expiresAt" label="Vale até" help="Vazio: sem prazo." />
      <Field kind="money" name="priceCents" label="Preço (R$)" placeholder="Não informado" />
    </FormDialog>
  )
}
