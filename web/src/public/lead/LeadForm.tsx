import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PublicForm } from '../../../../services/forms/schema.ts'
import { consentText } from '../../../../services/leads/rules.ts'
import { failures, useFieldErrors, type Values } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { showToast } from '../parts/toasts.ts'
import { sendLead } from './api.ts'
import { CompanyCnpj } from './CompanyCnpj.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import { attemptFor, type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'
import { checkCnpj, checkField, leadFields } from './fields.ts'
import { LeadInput } from './LeadInput.tsx'
import styles from './lead.module.css'
import { fieldProblems, placeErrors, sendProblem } from './problems.ts'
import { restore } from './restore.ts'
import { Schedule } from './Schedule.tsx'
import { leadOf, missingIn } from './submission.ts'
import { formTexts } from './texts.ts'

type LeadFormProps = {
  form: PublicForm
  source: string
  /** CNPJs may hold letters. */
  letters: boolean
  /** Where the form goes when it is sent without JavaScript. */
  address: string
  /** What such a sending brought back. */
  refused: { values?: Values; errors?: Values; problem?: string }
  onSent: () => void
}

/** The fields of a company's form, kept as a draft while they are filled, and sent once. */
export function LeadForm({
  form: { company, fields: defined, today },
  source,
  letters,
  address,
  refused,
  onSent
}: LeadFormProps) {
  const fields = leadFields(defined)
  const inputs = useFieldErrors(check, placeErrors(refused.errors, fields))
  const [day, setDay] = useState(refused.values?.preferredDate ?? '')
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [problems, setProblems] = useState(refused.problem ? [refused.problem] : [])
  const draft = useRef<Draft>(null)

  function check(name: string, value: string): string | undefined {
    if (name === 'cnpj') return checkCnpj(value, true)
    const field = fields.find(one => one.name === name)
    return field && checkField(field, value)
  }

  useEffect(() => {
    draft.current = readDraft(company.id)
    const { values } = draft.current
    restore(inputs.form.current, values)
    if (values.preferredDate && values.preferredDate >= today) setDay(values.preferredDate)
    setReady(true)
  }, [company.id, today, inputs.form])

  function keep(change: Partial<Draft>) {
    draft.current = { ...(draft.current ?? readDraft(company.id)), ...change }
    keepDraft(company.id, draft.current)
  }

  function chooseDay(chosen: string) {
    setDay(chosen)
    inputs.clear('preferredDate')
    keep({ values: { ...inputs.values(), preferredDate: chosen } })
  }

  const filled = (consentGiven: boolean) => {
    const { startedAt } = draft.current ?? readDraft(company.id)
    const values = inputs.values()
    return leadOf({ companyId: company.id, source, fields, values, consentGiven, startedAt, now: Date.now() })
  }

  function refuse(errors: ReturnType<typeof failures>, messages: string[]) {
    setProblems(messages)
    showToast({ tone: 'error', title: formTexts.invalid, text: formTexts.invalidText })
    if (errors) inputs.show(errors)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || fields.length === 0) return
    const values = inputs.values()
    const consentGiven = values.consentGiven === 'true'
    const errors = failures(values, ['cnpj', ...fields.map(field => field.name)], check)
    const missing = missingIn(filled(consentGiven))
    if (errors || missing.length > 0) return refuse(errors, missing)
    if (consentGiven) void send(true)
    else setAsking(true)
  }

  async function send(consentGiven: boolean) {
    setAsking(false)
    setProblems([])
    setBusy(true)
    const attempt = attemptFor(filled(consentGiven), draft.current?.attempt)
    keep({ values: inputs.values(), attempt })
    try {
      const { id } = await sendLead(attempt)
      dropDraft(company.id)
      announce(id, company.id)
      showToast({ tone: 'success', title: formTexts.sent, text: formTexts.sentText })
      onSent()
    } catch (error) {
      setBusy(false)
      const errors = fieldProblems(error, fields)
      if (errors) return refuse(errors, [])
      setProblems([sendProblem(error)])
      showToast({ tone: 'error', title: formTexts.sendFailed, text: formTexts.sendFailedText })
    }
  }

  function returnToConsent() {
    setAsking(false)
    inputs.form.current?.querySelector<HTMLElement>('[name=consentGiven]')?.focus()
  }

  return (
    <>
      <form
        ref={inputs.form}
        className={styles.form}
        method="post"
        action={address}
        noValidate
        onSubmit={submit}
        onBlur={inputs.events.onBlur}
        onInput={event => {
          inputs.events.onInput(event)
          setProblems([])
          keep({ values: inputs.values() })
        }}
      >
        <input type="hidden" name="companyId" value={company.id} />
        <input type="hidden" name="source" value={source} />
        <CompanyCnpj known={company.cnpj} value={refused.values?.cnpj} error={inputs.errors.cnpj} letters={letters} />
        {fields.map(field => (
          <LeadInput
            key={field.id}
            field={field}
            value={refused.values?.[field.name]}
            error={inputs.errors[field.name]}
          />
        ))}
        {fields.length === 0 && (
          <Notice tone="warning" title={formTexts.notConfigured}>
            {formTexts.notConfiguredText}
          </Notice>
        )}
        <Schedule
          today={today}
          day={day}
          period={refused.values?.preferredPeriod}
          errors={inputs.errors}
          alive={ready}
          onDay={chooseDay}
        />
        <div className={styles.trap} aria-hidden="true">
          <label>
            Não preencha
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <label className={styles.consent}>
          <input
            type="checkbox"
            name="consentGiven"
            value="true"
            defaultChecked={refused.values?.consentGiven === 'true'}
          />
          <span>{consentText}</span>
        </label>
        {problems.length > 0 && (
          <Notice tone="error" title="Erro">
            {problems.map(problem => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
        )}
        <Submit label="Enviar" busyLabel="Enviando..." busy={busy} disabled={fields.length === 0} />
        <p className={styles.legend}>Os campos com * são obrigatórios.</p>
      </form>
      <ConsentDialog open={asking} onBack={returnToConsent} onContinue={() => void send(false)} />
    </>
  )
}

/** Tells other parts of the page, such as an embedding one, about the lead. */
function announce(leadId: string, companyId: string): void {
  for (const name of ['newLeadAdded', 'newActivityAdded'])
    window.dispatchEvent(new CustomEvent(name, { detail: { leadId, companyId } }))
}
