import { type FormEvent, useState } from 'react'
import { cnpjCharacters, cnpjTexts } from '../../../../services/account/companies/rules.ts'
import { NeedsScript } from '../account/NeedsScript.tsx'
import { CnpjInput } from '../parts/CnpjInput.tsx'
import { Field } from '../parts/Field.tsx'
import { Submit } from '../parts/Submit.tsx'
import styles from './person.module.css'

/** Asks for the CNPJ of the company whose records the person means, as the public form does. */
export function ChooseCompany({ letters }: { letters: boolean }) {
  const [cnpj, setCnpj] = useState('')
  const [error, setError] = useState<string>()

  function go(event: FormEvent) {
    event.preventDefault()
    const characters = cnpjCharacters(cnpj)
    if (characters.length < 14) return setError(cnpjTexts.invalid)
    location.assign(`/my-data?client=${characters}`)
  }

  return (
    <>
      <div className={styles.heading}>
        <h1>Meus dados</h1>
        <p>Digite o CNPJ da empresa que guarda os seus dados.</p>
      </div>
      <NeedsScript />
      <form className={styles.form} noValidate onSubmit={go}>
        <Field name="cnpj" label="CNPJ da empresa" error={error} required>
          {control => (
            <CnpjInput
              {...control}
              letters={letters}
              placeholder="00.000.000/0000-00"
              onText={text => {
                setCnpj(text)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <Submit label="Continuar" busyLabel="Continuando..." busy={false} />
      </form>
    </>
  )
}
