import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useState } from 'react'
import { featureText } from '../../../../services/account/plans/announced/rules.ts'
import { type Plan, PlanChange } from '../../../../services/account/plans/schema.ts'
import { fieldTexts } from '../../../../services/core/rules.ts'
import { formatMoney, formatNumber } from '../../core/format.ts'
import { Field, typedNumber } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { usePlanChange, usePlans } from './api.ts'

const limitText = (limit: number | null, what: string) =>
  limit === null ? `Sem limite de ${what}` : `${formatNumber(limit)} ${what}`

/** The plans as they are offered, each with what it costs and allows. */
export function PlansPanel() {
  const reading = usePlans()
  const [edited, setEdited] = useState<Plan | null>(null)
  return (
    <Loaded of={reading} what="os planos">
      {plans => (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))' }}>
          {plans.map(plan => (
            <Card
              component="section"
              key={plan.key}
              aria-label={plan.name}
              sx={{ p: 2.5, display: 'flex', flexDirection: 'column', gap: 1 }}
            >
              <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                <Box component="h2" sx={{ typography: 'h2', m: 0 }}>
                  {plan.name}
                </Box>
                {plan.popular && <Tag tone="brand">Popular</Tag>}
              </Box>
              <Box sx={{ fontSize: '1.5rem', fontWeight: 700 }}>{formatMoney(plan.priceCents)}</Box>
              <Box sx={{ color: 'text.secondary' }}>{plan.description}</Box>
              <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                <li>{limitText(plan.leadsPerMonth, 'leads por mês')}</li>
                <li>{limitText(plan.users, 'usuários')}</li>
                {plan.features.map(feature => (
                  <li key={feature}>{featureText(feature)}</li>
                ))}
              </Box>
              <Box sx={{ mt: 'auto', pt: 1 }}>
                <Button variant="outlined" onClick={() => setEdited(plan)} aria-label={`Editar ${plan.name}`}>
                  Editar
                </Button>
              </Box>
            </Card>
          ))}
          {edited && <PlanDialog key={edited.key} plan={edited} onClose={() => setEdited(null)} />}
        </Box>
      )}
    </Loaded>
  )
}

const lines = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
const centsOf = (text: string) => Math.round(Number(text.replace(/\./g, '').replace(',', '.')) * 100)

const draftOf = (plan: Plan) => ({
  name: plan.name,
  priceCents: (plan.priceCents / 100).toFixed(2).replace('.', ','),
  description: plan.description,
  leadsPerMonth: plan.leadsPerMonth?.toString() ?? '',
  users: plan.users?.toString() ?? '',
  features: plan.features.join('\n'),
  limitations: plan.limitations.join('\n'),
  highlights: plan.highlights.join('\n'),
  popular: plan.popular
})
type Draft = ReturnType<typeof draftOf>

const bodyOf = (draft: Draft): Partial<Plan> => ({
  name: draft.name.trim(),
  priceCents: centsOf(draft.priceCents),
  description: draft.description.trim(),
  leadsPerMonth: typedNumber(draft.leadsPerMonth),
  users: typedNumber(draft.users),
  features: lines(draft.features),
  limitations: lines(draft.limitations),
  highlights: lines(draft.highlights),
  popular: draft.popular
})

const check = ({ name, priceCents }: Draft) => ({
  ...(!name.trim() && { name: fieldTexts.required }),
  ...(!/^\d{1,3}(\.?\d{3})*(,\d{1,2})?$/.test(priceCents.trim()) && { priceCents: 'Digite um valor como 49,00.' })
})

function PlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const form = useForm(PlanChange, draftOf(plan), usePlanChange(plan.key, { onDone: onClose }), {
    toBody: bodyOf,
    check,
    keep: `plan ${plan.key}`
  })
  return (
    <FormDialog form={form} compact title={`Plano ${plan.name}`} label="Salvar" onClose={onClose}>
      <Field name="name" label="Nome" />
      <Field name="priceCents" label="Preço por mês (R$)" />
      <Field name="description" label="Descrição" />
      <Field kind="number" name="leadsPerMonth" label="Leads por mês" help="Vazio: sem limite" />
      <Field kind="number" name="users" label="Usuários" help="Vazio: sem limite" />
      <Field multiline minRows={2} name="features" label="Recursos" help="Um por linha" />
      <Field multiline minRows={2} name="highlights" label="Destaques" help="Um por linha" />
      <Field multiline minRows={2} name="limitations" label="Limitações" help="Uma por linha" />
      <Field kind="switch" name="popular" label="Marcar como popular" />
    </FormDialog>
  )
}
