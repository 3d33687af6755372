import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { cnpjTexts, formatCnpj, validCnpj } from '../../../../services/account/companies/rules.ts'
import type { Company } from '../../../../services/account/companies/schema.ts'
import { fieldTexts, validEmail } from '../../../../services/core/rules.ts'
import { formatPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { timeZones } from '../../../../services/core/zones/rules.ts'
import { useMay } from '../../shell/access.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useCompanyChange, useCompanyRecord } from './api.ts'

/** The record of the company, for those who may change it a form. */
export function CompanyData() {
  const { data, error, isPending, refetch } = useCompanyRecord()
  return (
    <Panel title="Dados da empresa">
      {isPending && <Skeleton variant="rounded" height={260} aria-hidden />}
      {!isPending && !data && (
        <Failure title="Falha ao carregar a empresa" error={error} onRetry={() => void refetch()} />
      )}
      {data && <CompanyForm key={data.id} company={data} />}
    </Panel>
  )
}

type Values = Record<'name' | 'cnpj' | 'email' | 'phone' | 'address' | 'industry' | 'timeZone', string>

const valuesOf = (company: Company): Values => ({
  name: company.name,
  cnpj: company.cnpj ? formatCnpj(company.cnpj) : '',
  email: company.email ?? '',
  phone: company.phone ? formatPhone(company.phone) : '',
  address: company.address ?? '',
  industry: company.industry ?? '',
  timeZone: company.timeZone
})

function check(values: Values): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!values.name.trim()) errors.name = fieldTexts.required
  if (values.email.trim() && !validEmail(values.email.trim())) errors.email = fieldTexts.email
  if (values.cnpj && !validCnpj(values.cnpj)) errors.cnpj = cnpjTexts.invalid
  return errors
}

function CompanyForm({ company }: { company: Company }) {
  const [values, setValues] = useState(() => valuesOf(company))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const locked = !useMay('edit_company')
  const save = useCompanyChange(company.id, { onSaved: saved => setValues(valuesOf(saved)), onErrors: setErrors })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong = check(values)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || save.isPending) return
    const orNull = (text: string) => text.trim() || null
    save.mutate({
      name: values.name.trim(),
      email: orNull(values.email),
      phone: orNull(values.phone),
      address: orNull(values.address),
      industry: orNull(values.industry),
      timeZone: values.timeZone,
      ...(!company.cnpj && values.cnpj.trim() && { cnpj: values.cnpj })
    })
  }

  const field = (name: keyof Values, label: string, maxLength: number) => ({
    name,
    label,
    value: values[name],
    error: errors[name] !== undefined,
    helperText: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setErrors(({ [name]: _, ...others }) => others)
    },
    slotProps: { htmlInput: { maxLength, readOnly: locked } }
  })

  const zones = Object.entries(timeZones)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}
    >
      <TextField {...field('name', 'Nome', 200)} required={!locked} />
      <TextField
        {...field('cnpj', 'CNPJ', 18)}
        {...(company.cnpj && !locked && { helperText: 'O CNPJ não pode ser trocado.' })}
        slotProps={{ htmlInput: { maxLength: 18, readOnly: locked || company.cnpj !== null } }}
      />
      <TextField {...field('email', 'E-mail', 254)} type="email" />
      <TextField {...field('phone', 'Telefone', 40)} type="tel" />
      <TextField {...field('address', 'Endereço', 300)} sx={{ gridColumn: { sm: '1 / -1' } }} />
      <TextField {...field('industry', 'Ramo', 100)} />
      <TextField {...field('timeZone', 'Fuso horário', 60)} select disabled={locked}>
        {!Object.hasOwn(timeZones, values.timeZone) && <MenuItem value={values.timeZone}>{values.timeZone}</MenuItem>}
        {zones.map(([zone, label]) => (
          <MenuItem key={zone} value={zone}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {!locked && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            {save.isPending ? 'Salvando...' : 'Salvar'}
          </Button>
        </Box>
      )}
    </Box>
  )
}
