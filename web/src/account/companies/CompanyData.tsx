import Skeleton from '@mui/material/Skeleton'
import { cnpjTexts, formatCnpj, validCnpj } from '../../../../services/account/companies/rules.ts'
import { type Company, CompanyChange } from '../../../../services/account/companies/schema.ts'
import { formatPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { timeZones } from '../../../../services/core/zones/rules.ts'
import { useMay } from '../../shell/access.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Field, orNull } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../ui/form.tsx'
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

const bodyOf = (values: Values, company: Company): CompanyChange => ({
  name: values.name.trim(),
  email: orNull(values.email),
  phone: orNull(values.phone),
  address: orNull(values.address),
  industry: orNull(values.industry),
  timeZone: values.timeZone,
  ...(!company.cnpj && values.cnpj.trim() && { cnpj: values.cnpj })
})

function CompanyForm({ company }: { company: Company }) {
  const readOnly = !useMay('edit_company')
  const form = useForm(CompanyChange, valuesOf(company), useCompanyChange(company.id), {
    toBody: values => bodyOf(values, company),
    check: ({ cnpj }) => (cnpj && !company.cnpj && !validCnpj(cnpj) ? { cnpj: cnpjTexts.invalid } : {}),
    keep: `company ${company.id}`
  })
  const zone = form.values.timeZone
  const zones = Object.entries(timeZones).map(([value, label]) => ({ value, label }))
  return (
    <Form {...form} sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <Field name="name" label="Nome" longest={200} required={!readOnly} readOnly={readOnly} />
      <Field
        kind="cnpj"
        name="cnpj"
        label="CNPJ"
        longest={18}
        readOnly={readOnly || company.cnpj !== null}
        {...(company.cnpj && !readOnly && { help: 'O CNPJ não pode ser trocado.' })}
      />
      <Field kind="email" name="email" label="E-mail" readOnly={readOnly} />
      <Field kind="phone" name="phone" label="Telefone" readOnly={readOnly} />
      <Field name="address" label="Endereço" longest={300} readOnly={readOnly} sx={{ gridColumn: { sm: '1 / -1' } }} />
      <Field name="industry" label="Ramo" longest={100} readOnly={readOnly} />
      <Field
        kind="choice"
        name="timeZone"
        label="Fuso horário"
        disabled={readOnly}
        options={Object.hasOwn(timeZones, zone) ? zones : [{ value: zone, label: zone }, ...zones]}
      />
      {!readOnly && <SaveButton label="Salvar" busy="Salvando..." />}
    </Form>
  )
}
