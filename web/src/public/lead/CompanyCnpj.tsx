import { cnpjMaskLength, formatCnpj, maskCnpj } from '../../../../services/companies/rules.ts'
import { applyMask } from '../../core/mask.ts'
import { Field, Star } from '../parts/Field.tsx'

type CompanyCnpjProps = { known: string | null; value: string | undefined; error: string | undefined }

/** The tax id of the company that the lead is for: fixed where the company has one, else free to be given. */
export function CompanyCnpj({ known, value, error }: CompanyCnpjProps) {
  return (
    <Field name="cnpj" label="CNPJ da empresa" mark={<Star />} error={error}>
      {control => (
        <input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          placeholder="Digite o CNPJ da empresa (apenas números)"
          maxLength={cnpjMaskLength}
          defaultValue={known ? formatCnpj(known) : value}
          readOnly={known !== null}
          onInput={event => applyMask(event.currentTarget, maskCnpj)}
        />
      )}
    </Field>
  )
}
