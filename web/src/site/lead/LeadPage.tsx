import { type ReactNode, useEffect, useState } from 'react'
import type { CompanyCard } from '../../../../services/account/companies/schema.ts'
import { cut, productName } from '../../../../services/core/rules.ts'
import { defaultDescription, defaultTitle, type FormField } from '../../../../services/leads/forms/rules.ts'
import { campaignNames, defaultSource } from '../../../../services/leads/leads/rules.ts'
import { type PageProps, queryOf } from '../page.ts'
import { Company } from '../parts/Company.tsx'
import { Frame } from '../parts/Frame.tsx'
import type { LookupProps } from './CompanyLookup.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { LeadForm } from './LeadForm.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import styles from './lead.module.css'
import { Sent } from './Sent.tsx'
import { rememberTouch } from './touch.ts'
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
  const companyParam = query.get('client')?.trim() || null
  const [found, setFound] = useState<CompanyCard | null>(null)
  const [sent, setSent] = useState(page.sent ?? false)
  const { form, failure, retry } = useCompanyForm(companyParam ?? found?.id ?? null, page)

  function choose(company: CompanyCard | null) {
    setFound(company)
    // A reload, or a copy of the address, then leads to the same form.
    history.replaceState(null, '', addressOf(company?.id ?? null, source, query))
  }

  const embedded = query.has('embed')
  const look = {
    width: embedded ? 'embedded' : 'wide',
    footer: <Footer company={form?.company.id ?? companyParam} />
  } as const
  const header = form && <Company name={form.company.name} logo={form.settings.logo} />
  const address = addressOf(form?.company.id ?? companyParam, source, query)
  useEffect(() => {
    if (form) rememberTouch(form.company.id)
    // A page rendered by the server already has its colours.
    if (form?.settings.accent && !page.form) void import('./colors.ts').then(({ show }) => show(form))
  }, [form, page])

  if (sent)
    return (
      <Frame {...look} header={header}>
        <Sent address={address} form={form} onAgain={() => setSent(false)} />
      </Frame>
    )
  return (
    <Frame {...look} header={header}>
      <div className={styles.heading}>
        <h1>{form?.title ?? defaultTitle}</h1>
        <p>{form?.description ?? defaultDescription}</p>
      </div>
      {!companyParam && Lookup && <Lookup source={source} letters={letters} found={found} onFound={choose} />}
      {failure && <LoadFailure failure={failure} onRetry={retry} />}
      {form && (
        <LeadForm
          key={form.id ?? form.company.id}
          form={form}
          source={source}
          letters={letters}
          address={address}
          refused={page}
          prefill={prefillOf(query, form.fields)}
          onSent={() => setSent(true)}
        />
      )}
      {!form && !failure && (companyParam || found) && <FormSkeleton />}
    </Frame>
  )
}

/** The sentence stands alone, as it is specified; the link to one's own data follows it. */
const Footer = ({ company }: { company: string | null }) => (
  <>
    <p>{`Formulário criado pela ${productName}`}</p>
    {company && (
      <p>
        <a href={`/my-data?client=${encodeURIComponent(company)}`} target="_blank" rel="noopener">
          Meus dados
        </a>
      </p>
    )}
  </>
)

/** Parameters that stay in the address: the form, its appearance, and the visitor's campaign. */
const keptNames: readonly string[] = ['form', 'embed', 'theme', ...campaignNames]

function addressOf(company: string | null, source: string, query: URLSearchParams): string {
  const kept = [...query].filter(([name]) => keptNames.includes(name))
  return `/leads/new?${new URLSearchParams([...(company ? [['client', company]] : []), ['source', source], ...kept])}`
}

/** Values of fields from the address: links of a campaign may prefill them. */
function prefillOf(query: URLSearchParams, fields: readonly FormField[]): Record<string, string> {
  const prefilled = fields.flatMap(({ name, type }) => {
    const value = query.get(name)
    return value === null || type === 'checkbox' ? [] : [[name, cut(value, 500)]]
  })
  return Object.fromEntries(prefilled)
}
