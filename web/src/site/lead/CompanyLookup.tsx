import { type FormEvent, useRef, useState } from 'react'
import { cnpjCharacters, cnpjTexts } from '../../../../services/account/companies/rules.ts'
import type { CompanyCard } from '../../../../services/account/companies/schema.ts'
import { companyDataPrefix } from '../../core/session.ts'
import { CnpjInput } from '../parts/CnpjInput.tsx'
import controls from '../parts/controls.module.css'
import { Field } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { showToast } from '../parts/toasts.ts'
import { findCompany } from './api.ts'
import styles from './lead.module.css'
import { type LookupProblem, lookupProblem, lookupTexts } from './lookupProblem.ts'

export type LookupProps = {
  source: string
  /** CNPJs may hold letters. */
  letters: boolean
  found: CompanyCard | null
  onFound: (company: CompanyCard | null) => void
}

/** Asks for the CNPJ of the company that a lead is for. */
export function CompanyLookup({ source, letters, found, onFound }: LookupProps) {
  const [cnpj, setCnpj] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LookupProblem>({})
  const calls = useRef<AbortController>(null)

  function edit(text: string) {
    calls.current?.abort()
    setCnpj(cnpjCharacters(text))
    setBusy(false)
    setProblem({})
    onFound(null)
  }

  async function search(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (cnpj.length < 14) return setProblem({ field: cnpjTexts.invalid })
    calls.current = new AbortController()
    const { signal } = calls.current
    setBusy(true)
    setProblem({})
    try {
      const company = await findCompany(cnpj, signal)
      if (signal.aborted) return
      if (!company?.id) setProblem({ field: lookupTexts.withoutId })
      else accept({ id: company.id, name: company.name ?? '', cnpj: company.cnpj ?? cnpj })
    } catch (error) {
      if (!signal.aborted) setProblem(lookupProblem(error))
    }
    if (!signal.aborted) setBusy(false)
  }

  function accept(company: CompanyCard) {
    remember(company)
    onFound(company)
    showToast({ tone: 'success', title: 'Empresa encontrada', text: `${company.name} foi encontrada com sucesso.` })
  }

  return (
    <>
      {!found && (
        <Notice tone="warning" title="Erro">
          {lookupTexts.noCompany}
        </Notice>
      )}
      <form className={styles.lookup} method="get" action="/leads/new" noValidate onSubmit={search}>
        <h2>{lookupTexts.title}</h2>
        <input type="hidden" name="source" value={source} />
        <Field name="client" label="CNPJ" hint={lookupTexts.hint} error={problem.field} required>
          {control => (
            <CnpjInput
              {...control}
              letters={letters}
              placeholder="00.000.000/0000-00"
              onText={edit}
              onBlur={() => cnpj.length > 0 && cnpj.length < 14 && setProblem({ field: cnpjTexts.invalid })}
            />
          )}
        </Field>
        {problem.connection && (
          <Notice tone="error" title="Erro">
            {problem.connection}
          </Notice>
        )}
        {found && <Notice tone="success">{`Empresa encontrada: ${found.name}`}</Notice>}
        {!found && (
          <>
            <Submit label="Buscar Empresa" busyLabel="Verificando..." busy={busy} disabled={cnpj.length < 14} />
            <noscript>
              <button className={`${controls.button} ${controls.secondary} ${controls.wide}`} type="submit">
                Buscar sem JavaScript
              </button>
            </noscript>
          </>
        )}
      </form>
    </>
  )
}

function remember(company: CompanyCard): void {
  try {
    localStorage.setItem(companyDataPrefix + company.id, JSON.stringify(company))
  } catch {
    // A full or refused storage only costs the next look-up.
  }
}
