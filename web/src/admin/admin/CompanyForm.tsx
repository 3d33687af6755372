import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { cnpjTexts, formatCnpj, validCnpj } from '../../../../services/account/companies/rules.ts'
import { planLabels } from '../../../../services/account/plans/rules.ts'
import type { AdminCompany, CompanyChange, NewCompany } from '../../../../services/admin/admin/schema.ts'
import { type PlanKey, planKeys } from '../../../../services/core/planKeys/rules.ts'
import { formatPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { HttpError } from '../../core/http.ts'
import { usePermitted } from '../../shell/access.ts'
import { dayOfMoment, endOfDay } from '../../ui/days.ts'
import { type Errors, useDraft } from '../../ui/draft.ts'
import { useCompanySave } from './api.ts'

const required = 'Este campo é obrigatório'

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

const orNull = (text: string) => text.trim() || null
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text))

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
    leadsLimit: limitOf(draft.leadsLimit),
    usersLimit: limitOf(draft.usersLimit),
    limitsReason: orNull(draft.limitsReason),
    notes: orNull(draft.notes),
    ...moment('trialEndsAt'),
    ...moment('limitsUntil'),
    ...(company === undefined && { adminName: draft.adminName.trim(), adminEmail: draft.adminEmail.trim() })
  }
}

function check(draft: Draft, isNew: boolean): Errors {
  const errors: Errors = {}
  if (!draft.name.trim()) errors.name = required
  if (draft.cnpj.trim() && !validCnpj(draft.cnpj)) errors.cnpj = cnpjTexts.invalid
  if (isNew && !draft.adminName.trim()) errors.adminName = required
  if (isNew && !draft.adminEmail.trim()) errors.adminEmail = required
  for (const field of ['leadsLimit', 'usersLimit'] as const)
    if (draft[field].trim() && !/^[1-9]\d{0,6}$/.test(draft[field].trim())) errors[field] = 'Digite um número inteiro.'
  if ((draft.leadsLimit || draft.usersLimit) && !draft.limitsReason.trim())
    errors.limitsReason = 'Diga por que esta empresa tem limites próprios.'
  return errors
}

type Props = { company?: AdminCompany; onSaved: (company: AdminCompany) => void }

/** The data of a company: the same form for a new one and for one that exists. */
export function CompanyForm({ company, onSaved }: Props) {
  const { draft, change, errors, setErrors, fail } = useDraft(draftOf(company))
  const [existing, setExisting] = useState<string | null>(null)
  const isNew = company === undefined
  const readOnly = !usePermitted()('manage_companies')

  const save = useCompanySave(company?.id, {
    onDone: onSaved,
    onFailure: error => {
      setExisting((error instanceof HttpError && error.body.errors?.existingId) || null)
      return fail(error)
    }
  })

  function submit(): void {
    const found = check(draft, isNew)
    setErrors(found)
    setExisting(null)
    const [first] = Object.keys(found)
    if (first) document.getElementsByName(first)[0]?.focus()
    else save.mutate(toSend(draft, company))
  }

  const input = (
    name: keyof Draft,
    label: string,
    more: {
      help?: string
      type?: string
      wide?: boolean
      must?: boolean
      lines?: number
      mode?: 'numeric' | 'tel' | 'email'
    } = {}
  ) => (
    <TextField
      name={name}
      label={label}
      value={draft[name]}
      type={more.type ?? 'text'}
      required={more.must ?? false}
      error={errors[name] !== undefined}
      helperText={errors[name] ?? more.help}
      onChange={event => change(name, event.target.value as never)}
      multiline={more.lines !== undefined}
      minRows={more.lines}
      sx={more.wide ? { gridColumn: '1 / -1' } : undefined}
      slotProps={{
        inputLabel: { shrink: more.type === 'date' ? true : undefined },
        htmlInput: { readOnly, autoComplete: 'off', inputMode: more.mode }
      }}
    />
  )

  return (
    <Box
      component="form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      sx={{ display: 'grid', gap: 2.5, maxWidth: 880 }}
    >
      {existing && (
        <Alert
          severity="error"
          action={
            <Button component={Link} to={`/admin/companies/${existing}`} color="inherit" size="small">
              Abrir
            </Button>
          }
        >
          {errors.cnpj ?? 'Este CNPJ já é de outra empresa.'}
        </Alert>
      )}
      <Group title="Empresa">
        {input('name', 'Nome', { must: true })}
        {input('cnpj', 'CNPJ')}
        {input('email', 'E-mail', { type: 'email' })}
        {input('phone', 'Telefone', { mode: 'tel' })}
        {input('address', 'Endereço', { wide: true })}
        {input('industry', 'Ramo')}
      </Group>
      {isNew && (
        <Group title="Quem vai administrar" text="A pessoa recebe um convite por e-mail para criar a própria senha.">
          {input('adminName', 'Nome da pessoa', { must: true })}
          {input('adminEmail', 'E-mail da pessoa', { type: 'email', must: true })}
        </Group>
      )}
      <Group title="Plano">
        <TextField
          select
          name="plan"
          label="Plano"
          value={draft.plan}
          onChange={event => change('plan', event.target.value as PlanKey)}
          slotProps={{ input: { readOnly } }}
        >
          {planKeys.map(key => (
            <MenuItem key={key} value={key}>
              {planLabels[key]}
            </MenuItem>
          ))}
        </TextField>
        {input('trialEndsAt', 'Fim do teste', {
          type: 'date',
          help: isNew ? 'Vazio: os dias de teste das configurações' : undefined
        })}
      </Group>
      <Group title="Limites próprios" text="Vazios, valem os limites do plano.">
        {input('leadsLimit', 'Leads por mês', { mode: 'numeric' })}
        {input('usersLimit', 'Usuários', { mode: 'numeric' })}
        {input('limitsReason', 'Motivo')}
        {input('limitsUntil', 'Valem até', { type: 'date', help: 'Vazio: sem prazo' })}
      </Group>
      <Group title="Observações internas" text="Só a nossa equipe lê.">
        {input('notes', 'Observações', { wide: true, lines: 3 })}
      </Group>
      {!readOnly && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            {isNew ? 'Criar empresa' : 'Salvar'}
          </Button>
        </Box>
      )}
    </Box>
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
