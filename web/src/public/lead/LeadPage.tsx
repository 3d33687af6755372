import { type ReactNode, useState } from 'react'
import type { CompanyCard } from '../../../../services/companies/schema.ts'
import { productName } from '../../../../services/core/rules.ts'
import { defaultDescription, defaultTitle } from '../../../../services/forms/rules.ts'
import { defaultSource } from '../../../../services/leads/rules.ts'
import { type PageProps, queryOf } from '../page.ts'
import { Frame } from '../parts/Frame.tsx'
import type { LookupProps } from './CompanyLookup.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { LeadForm } from './LeadForm.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import styles from './lead.module.css'
import { Sent } from './Sent.tsx'
import { useCompanyForm } from './useCompanyForm.ts'

type LeadPageProps = PageProps & {
  /** Asks for the company where the address names none. */
  Lookup?: (props: LookupProps) => ReactNode
}

/** The public form of a company. */
export function LeadPage({ page, Lookup }: LeadPageProps) {
  const query = queryOf(page)
  const source = query.get('source')?.trim() || defaultSource
  const letters = page.alphanumericCnpj ?? false
  const asked = query.get('client')?.trim() || null
  const [found, setFound] = useState<CompanyCard | null>(null)
  const [sent, setSent] = useState(page.sent ?? false)
  const { form, failure, retry } = useCompanyForm(asked ?? found?.id ?? null, page)

  function choose(company: CompanyCard | null) {
    setFound(company)
    // A reload, or a copy of the address, then leads to the same form.
    history.replaceState(null, '', addressOf(company?.id ?? null, source))
  }

  const footer = <p>{`Formulário criado pela ${productName}`}</p>
  const header = form && <Company name={form.company.name} />
  const address = addressOf(form?.company.id ?? asked, source)
  if (sent)
    return (
      <Frame width="wide" header={header} footer={footer}>
        <Sent address={address} onAgain={() => setSent(false)} />
      </Frame>
    )
  return (
    <Frame width="wide" header={header} footer={footer}>
      <div className={styles.heading}>
        <h1>{form?.title ?? defaultTitle}</h1>
        <p>{form?.description ?? defaultDescription}</p>
      </div>
      {!asked && Lookup && <Lookup source={source} letters={letters} found={found} onFound={choose} />}
      {failure && <LoadFailure failure={failure} onRetry={retry} />}
      {form && (
        <LeadForm
          key={form.company.id}
          form={form}
          source={source}
          letters={letters}
          address={address}
          refused={page}
          onSent={() => setSent(true)}
        />
      )}
      {!form && !failure && (asked || found) && <FormSkeleton />}
    </Frame>
  )
}

function addressOf(company: string | null, source: string): string {
  return `/leads/new?${new URLSearchParams(company ? { client: company, source } : { source })}`
}

const Company = ({ name }: { name: string }) => (
  <p className={styles.company}>
    <span aria-hidden="true">{[...name.trim()][0]?.toUpperCase()}</span>
    {name}
  </p>
)
