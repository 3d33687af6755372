import { formatCnpj } from '../../../../services/companies/rules.ts'
import { CnpjInput } from '../parts/CnpjInput.tsx'
import { Field, Star } from '../parts/Field.tsx'

type CompanyCnpjProps = {
  known: string | null
  value: string | undefined
  error: string | undefined
  letters: boolean
}

/** The tax id of the company that the lead is for: fixed where the company has one, else free to be given. */
export function CompanyCnpj({ known, value, error, letters }: CompanyCnpjProps) {
  return (
    <Field name="cnpj" label="CNPJ da empresa" mark={<Star />} error={error}>
      {control => (
        <CnpjInput
          {...control}
          letters={letters}
          placeholder={letters ? 'Digite o CNPJ da empresa' : 'Digite o CNPJ da empresa (apenas números)'}
          defaultValue={known ? formatCnpj(known) : value}
          readOnly={known !== null}
        />
      )}
    </Field>
  )
}
