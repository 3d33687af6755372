import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { featureText } from '../../../../services/account/plans/announced/rules.ts'
import type { Plan } from '../../../../services/account/plans/schema.ts'
import { formatMoney, formatNumber } from '../../core/format.ts'
import { Ask } from '../../ui/Ask.tsx'
import { useDraft } from '../../ui/draft.ts'
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
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))
const centsOf = (text: string) => Math.round(Number(text.replace(/\./g, '').replace(',', '.')) * 100)

function PlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { draft, change, errors, setErrors, fail } = useDraft({
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
  const save = usePlanChange(plan.key, { onDone: onClose, onFailure: fail })

  function submit(): void {
    const found: Record<string, string> = {}
    if (!draft.name.trim()) found.name = 'Este campo é obrigatório'
    if (!/^\d{1,3}(\.?\d{3})*(,\d{1,2})?$/.test(draft.priceCents.trim()))
      found.priceCents = 'Digite um valor como 49,00.'
    for (const field of ['leadsPerMonth', 'users'] as const)
      if (draft[field].trim() && !/^[1-9]\d{0,6}$/.test(draft[field].trim())) found[field] = 'Digite um número inteiro.'
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save.mutate({
      name: draft.name.trim(),
      priceCents: centsOf(draft.priceCents),
      description: draft.description.trim(),
      leadsPerMonth: limitOf(draft.leadsPerMonth),
      users: limitOf(draft.users),
      features: lines(draft.features),
      limitations: lines(draft.limitations),
      highlights: lines(draft.highlights),
      popular: draft.popular
    })
  }

  const input = (name: Exclude<keyof typeof draft, 'popular'>, label: string, help?: string, many = false) => (
    <TextField
      label={label}
      value={draft[name]}
      onChange={event => change(name, event.target.value)}
      error={errors[name] !== undefined}
      helperText={errors[name] ?? help}
      multiline={many}
      minRows={many ? 2 : undefined}
    />
  )

  return (
    <Ask open title={`Plano ${plan.name}`} action="Salvar" busy={save.isPending} onClose={onClose} onSubmit={submit}>
      {input('name', 'Nome')}
      {input('priceCents', 'Preço por mês (R$)')}
      {input('description', 'Descrição')}
      {input('leadsPerMonth', 'Leads por mês', 'Vazio: sem limite')}
      {input('users', 'Usuários', 'Vazio: sem limite')}
      {input('features', 'Recursos', 'Um por linha', true)}
      {input('highlights', 'Destaques', 'Um por linha', true)}
      {input('limitations', 'Limitações', 'Uma por linha', true)}
      <FormControlLabel
        control={<Switch checked={draft.popular} onChange={(_event, on) => change('popular', on)} />}
        label="Marcar como popular"
      />
    </Ask>
  )
}
