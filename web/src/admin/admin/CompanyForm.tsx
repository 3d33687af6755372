import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { cnpjTexts, formatCnpj, validCnpj } from '../../../../services/account/companies/rules.ts'
import { planLabels } from '../../../../services/account/plans/rules.ts'
import { type AdminCompany, CompanyChange, NewCompany } from '../../../../services/admin/admin/schema.ts'
import { type PlanKey, planKeys } from '../../../../services/core/planKeys/rules.ts'
import { formatPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { HttpError } from '../../core/http.ts'
import { usePermitted } from '../../shell/access.ts'
import { dayOfMoment, endOfDay } from '../../ui/days.ts'
import { Field, orNull, typedNumber } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../ui/form.tsx'
import { useCompanySave } from './api.ts'

const plans = planKeys.map(value => ({ value, label: planLabels[value] }))

type Draft = {
  name: string
  cnpj: string
  email: string
  phone: string
  address: string
  industry: string
  plan: PlanKey
  trialEndsAt: string
  leadsLimit: string
  usersLimit: string
  limitsReason: string
  limitsUntil: string
  notes: string
  adminName: string
  adminEmail: string
}

const draftOf = (company?: AdminCompany): Draft => ({
  name: company?.name ?? '',
  cnpj: company?.cnpj ? formatCnpj(company.cnpj) : '',
  email: company?.email ?? '',
  phone: company?.phone ? formatPhone(company.phone) : '',
  address: company?.address ?? '',
  industry: company?.industry ?? '',
  plan: company?.plan ?? 'basic',
  trialEndsAt: dayOfMoment(company?.trialEndsAt ?? null),
  leadsLimit: company?.leadsLimit?.toString() ?? '',
  usersLimit: company?.usersLimit?.toString() ?? '',
  limitsReason: company?.limitsReason ?? '',
  limitsUntil: dayOfMoment(company?.limitsUntil ?? null),
  notes: company?.notes ?? '',
  adminName: '',
  adminEmail: ''
})

/** The draft as the API takes it; unchanged days keep their exact time. */
function toSend(draft: Draft, company: AdminCompany | undefined): CompanyChange | NewCompany {
  const before = draftOf(company)
  const moment = (field: 'trialEndsAt' | 'limitsUntil') =>
    draft[field] === before[field] ? {} : { [field]: endOfDay(draft[field]) }
  return {
    name: draft.name.trim(),
    cnpj: orNull(draft.cnpj),
    email: orNull(draft.email),
    phone: orNull(draft.phone),
    address: orNull(draft.address),
    industry: orNull(draft.industry),
    plan: draft.plan,
    leadsLimit: typedNumber(draft.leadsLimit),
    usersLimit: typedNumber(draft.usersLimit),
    limitsReason: orNull(draft.limitsReason),
    notes: orNull(draft.notes),
    ...moment('trialEndsAt'),
    ...moment('limitsUntil'),
    ...(company === undefined && { adminName: draft.adminName.trim(), adminEmail: draft.adminEmail.trim() })
  }
}

const check = ({ cnpj, leadsLimit, usersLimit, limitsReason }: Draft) => ({
  ...(cnpj.trim() && !validCnpj(cnpj) && { cnpj: cnpjTexts.invalid }),
  ...((leadsLimit || usersLimit) &&
    !limitsReason.trim() && { limitsReason: 'Diga por que esta empresa tem limites próprios.' })
})

type Props = { company?: AdminCompany; onSaved: (company: AdminCompany) => void }

/** The data of a company: the same form for a new one and for one that exists. */
export function CompanyForm({ company, onSaved }: Props) {
  const [existing, setExisting] = useState<string | null>(null)
  const isNew = company === undefined
  const readOnly = !usePermitted()('manage_companies')
  const save = useCompanySave(company?.id, { onDone: onSaved })
  const form = useForm(isNew ? NewCompany : CompanyChange, draftOf(company), save, {
    toBody: draft => toSend(draft, company),
    check,
    keep: `client ${company?.id ?? 'new'}`,
    aside: ['existingId'],
    onFailure: error => setExisting((error instanceof HttpError && error.body.errors?.existingId) || null)
  })

  return (
    <Form {...form} sx={{ display: 'grid', gap: 2.5, maxWidth: 880 }}>
      {existing && (
        <Alert
          severity="error"
          action={
            <Button component={Link} to={`/admin/companies/${existing}`} data-leaves color="inherit" size="small">
              Abrir
            </Button>
          }
        >
          {form.errors.cnpj ?? 'Este CNPJ já é de outra empresa.'}
        </Alert>
      )}
      <Group title="Empresa">
        <Field required name="name" label="Nome" readOnly={readOnly} />
        <Field kind="cnpj" name="cnpj" label="CNPJ" readOnly={readOnly} />
        <Field kind="email" name="email" label="E-mail" readOnly={readOnly} />
        <Field kind="phone" name="phone" label="Telefone" readOnly={readOnly} />
        <Field name="address" label="Endereço" readOnly={readOnly} sx={{ gridColumn: '1 / -1' }} />
        <Field name="industry" label="Ramo" readOnly={readOnly} />
      </Group>
      {isNew && (
        <Group title="Quem vai administrar" text="A pessoa recebe um convite por e-mail para criar a própria senha.">
          <Field required name="adminName" label="Nome da pessoa" />
          <Field required kind="email" name="adminEmail" label="E-mail da pessoa" />
        </Group>
      )}
      <Group title="Plano">
        <Field kind="choice" name="plan" label="Plano" options={plans} readOnly={readOnly} />
        <Field
          kind="date"
          name="trialEndsAt"
          label="Fim do teste"
          help={isNew && 'Vazio: os dias de teste das configurações'}
          readOnly={readOnly}
        />
      </Group>
      <Group title="Limites próprios" text="Vazios, valem os limites do plano.">
        <Field kind="number" name="leadsLimit" label="Leads por mês" readOnly={readOnly} />
        <Field kind="number" name="usersLimit" label="Usuários" readOnly={readOnly} />
        <Field name="limitsReason" label="Motivo" readOnly={readOnly} />
        <Field kind="date" name="limitsUntil" label="Valem até" help="Vazio: sem prazo" readOnly={readOnly} />
      </Group>
      <Group title="Observações internas" text="Só a nossa equipe lê.">
        <Field
          multiline
          minRows={3}
          name="notes"
          label="Observações"
          readOnly={readOnly}
          sx={{ gridColumn: '1 / -1' }}
        />
      </Group>
      {!readOnly && <SaveButton label={isNew ? 'Criar empresa' : 'Salvar'} />}
    </Form>
  )
}

const Group = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <Card component="fieldset" sx={{ m: 0, minWidth: 0, p: { xs: 2, sm: 2.5 }, border: 0 }}>
    <Typography component="legend" variant="h2" sx={{ float: 'left', width: '100%', p: 0, mb: text ? 0.5 : 2 }}>
      {title}
    </Typography>
    {text && (
      <Box component="p" sx={{ clear: 'both', m: 0, mb: 2, color: 'text.secondary' }}>
        {text}
      </Box>
    )}
    <Box sx={{ clear: 'both', display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {children}
    </Box>
  </Card>
)
