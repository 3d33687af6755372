import { useEffect, useState } from 'react'
import { productName } from '../../../../services/core/rules.ts'
import { request } from '../../core/http.ts'
import type { PreviewAnswer, PreviewMessage } from '../../leads/forms/preview.ts'
import type { PageProps } from '../page.ts'
import { Company } from '../parts/Company.tsx'
import { Frame } from '../parts/Frame.tsx'
import { show } from './colors.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { LeadForm } from './LeadForm.tsx'
import styles from './lead.module.css'
import { Sent } from './Sent.tsx'

const answer = (message: PreviewAnswer) => window.parent.postMessage(message, location.origin)

/** The public page of a draft, inside the editor: what is sent is checked and not kept. */
export function PreviewPage(_: PageProps) {
  const [{ form, selected }, setDraft] = useState<Partial<PreviewMessage>>({})
  const [sent, setSent] = useState(false)

  useEffect(() => {
    if (form) show(form)
  }, [form])

  useEffect(() => {
    const hear = (event: MessageEvent<PreviewMessage>) => {
      if (event.origin !== location.origin || event.source !== window.parent) return
      if (event.data?.type === 'prosa:draft') setDraft(event.data)
    }
    addEventListener('message', hear)
    answer({ type: 'prosa:ready' })
    return () => removeEventListener('message', hear)
  }, [])

  useEffect(() => {
    if (!form) return
    for (const field of document.querySelectorAll<HTMLElement>('[data-field]')) {
      const chosen = field.dataset.field === selected
      field.toggleAttribute('data-selected', chosen)
      if (chosen) field.scrollIntoView({ block: 'nearest' })
    }
  }, [selected, form])

  if (!form)
    return (
      <Frame width="wide" landmarks={false}>
        <div data-preview hidden />
        <FormSkeleton />
      </Frame>
    )
  const look = { width: 'wide', landmarks: false, footer: <p>{`Formulário criado pela ${productName}`}</p> } as const
  const header = <Company name={form.company.name} logo={form.settings.logo} />
  if (sent)
    return (
      <Frame {...look} header={header}>
        <div data-preview hidden />
        <Sent address="/leads/new?preview=1" form={form} onAgain={() => setSent(false)} />
      </Frame>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: which field is edited is also chosen in the editor's list
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      className={styles.preview}
      data-preview
      onClick={event => {
        const { field } = (event.target as Element).closest<HTMLElement>('[data-field]')?.dataset ?? {}
        if (field) answer({ type: 'prosa:select', field })
      }}
    >
      <Frame {...look} header={header}>
        <div className={styles.heading}>
          <h1>{form.title}</h1>
          <p>{form.description}</p>
        </div>
        <LeadForm
          form={form}
          source={form.source}
          letters={false}
          address="/leads/new"
          refused={{}}
          trial={lead => request(`/api/forms/${form.id}/test`, { method: 'POST', body: lead })}
          onSent={() => setSent(true)}
        />
      </Frame>
    </div>
  )
}
