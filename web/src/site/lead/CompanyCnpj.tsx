import { formatCnpj } from '../../../../services/account/companies/rules.ts'
import { CnpjInput } from '../parts/CnpjInput.tsx'
import { Field, Star } from '../parts/Field.tsx'

type CompanyCnpjProps = { cnpj: string; error: string | undefined; letters: boolean }

/**
 * The tax id of the company that the lead is for. A company that has none is named by its address, and nobody is asked.
 */
export function CompanyCnpj({ cnpj, error, letters }: CompanyCnpjProps) {
  return (
    <Field name="cnpj" label="CNPJ da empresa" mark={<Star />} error={error}>
      {control => (
        <CnpjInput
          {...control}
          letters={letters}
          placeholder={letters ? 'Digite o CNPJ da empresa' : 'Digite o CNPJ da empresa (apenas números)'}
          defaultValue={formatCnpj(cnpj)}
          readOnly
        />
      )}
    </Field>
  )
}
