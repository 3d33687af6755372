import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PublicForm } from '../../../../services/leads/forms/schema.ts'
import type { LeadSubmission } from '../../../../services/leads/leads/schema.ts'
import { failures, useFieldErrors, type Values } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { showToast } from '../parts/toasts.ts'
import { sendLead } from './api.ts'
import { CompanyCnpj } from './CompanyCnpj.tsx'
import type { ConsentDialogProps } from './ConsentDialog.tsx'
import { type Attempt, attemptFor, type Draft, dropDraft, keepDraft, readDraft } from './draft.ts'
import { checkCnpj, checkField, type LeadField, leadFields, shownFields } from './fields.ts'
import { LeadInput } from './LeadInput.tsx'
import styles from './lead.module.css'
import { fieldProblems, placeErrors, sendProblem } from './problems.ts'
import { restore } from './restore.ts'
import { Schedule } from './Schedule.tsx'
import { leadOf, missingIn } from './submission.ts'
import { formTexts } from './texts.ts'
import { touchOf } from './touch.ts'
import { useFunnel } from './useFunnel.ts'

const loadConsentDialog = () => import('./ConsentDialog.tsx').then(file => file.ConsentDialog)

// Fetched when the form is begun, so that it is there when it is needed.
const ConsentDialog = lazy(async () => ({ default: await loadConsentDialog().catch(() => NoDialog) }))

type LeadFormProps = {
  form: PublicForm
  source: string
  /** CNPJs may hold letters. */
  letters: boolean
  /** Where the form goes when it is sent without JavaScript. */
  address: string
  /** The server's answer to a submission without JavaScript. */
  refused: { values?: Values; errors?: Values; problem?: string }
  /** Values of the fields from the address, by name. */
  prefill?: Values
  /** Sends elsewhere, and keeps nothing: the form is being tried. */
  trial?: (lead: LeadSubmission) => Promise<unknown>
  /** The form books a time: the fields above the form's own, what is sent besides, and how. */
  booking?: { fields: LeadField[]; also: Record<string, unknown>; deliver: (attempt: Attempt) => Promise<void> }
  submit?: { label: string; busyLabel: string }
  onSent?: () => void
}

/** The fields of a company's form, kept as a draft while they are filled, and sent once. */
export function LeadForm(props: LeadFormProps) {
  const { form, source, letters, address, refused, prefill = {}, trial, booking, submit: button, onSent } = props
  const { company, fields: defined, settings, today } = form
  const fields = leadFields(booking ? defined.concat(booking.fields) : defined)
  const [values, setValues] = useState<Values>({ ...prefill, ...refused.values })
  const visible = shownFields(fields, values)
  const funnel = useFunnel(trial || booking ? null : form.id, source)
  const inputs = useFieldErrors(check, placeErrors(refused.errors, fields))
  const [day, setDay] = useState(refused.values?.preferredDate ?? '')
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [problems, setProblems] = useState(refused.problem ? [refused.problem] : [])
  const draft = useRef<Draft>(null)
  const testing = trial !== undefined

  function check(name: string, value: string): string | undefined {
    if (name === 'cnpj') return checkCnpj(value, true)
    const field = fields.find(one => one.name === name)
    return field && checkField(field, value)
  }

  useEffect(() => {
    draft.current = testing ? { values: {}, startedAt: Date.now() } : readDraft(company.id)
    const { values } = draft.current
    restore(inputs.form.current, values)
    setValues(inputs.values())
    if (values.preferredDate && values.preferredDate >= today) setDay(values.preferredDate)
    setReady(true)
  }, [company.id, today, inputs.form, inputs.values, testing])

  function keep(change: Partial<Draft>) {
    draft.current = { ...(draft.current ?? readDraft(company.id)), ...change }
    if (!trial) keepDraft(company.id, draft.current)
  }

  function chooseDay(chosen: string) {
    setDay(chosen)
    inputs.clear('preferredDate')
    keep({ values: { ...inputs.values(), preferredDate: chosen } })
  }

  const filled = (consentGiven: boolean) => {
    const { startedAt } = draft.current ?? readDraft(company.id)
    const sent = { companyId: company.id, form, source, touch: touchOf(company.id), fields, values: inputs.values() }
    return { ...leadOf({ ...sent, consentGiven, startedAt, now: Date.now() }), ...booking?.also }
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
    const errors = failures(values, ['cnpj', ...shownFields(fields, values).map(field => field.name)], check)
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
      if (trial) await trial(attempt.lead)
      else if (booking) {
        await booking.deliver(attempt)
        dropDraft(company.id)
        return
      } else {
        const { id } = await sendLead(attempt)
        funnel.sent()
        dropDraft(company.id)
        announce(id, company.id)
        if (settings.redirect) return leaveFor(settings.redirect)
      }
      showToast({ tone: 'success', title: formTexts.sent, text: settings.success ?? formTexts.sentText })
      onSent?.()
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
          const values = inputs.values()
          keep({ values })
          if (fields.some(field => field.showIf)) setValues(values)
          funnel.touched((event.target as HTMLInputElement).name)
          loadConsentDialog().catch(() => {})
        }}
      >
        <input type="hidden" name="companyId" value={company.id} />
        <input type="hidden" name="source" value={source} />
        <input type="hidden" name="formId" value={form.id ?? ''} />
        <input type="hidden" name="formVersion" value={form.version} />
        {company.cnpj !== null && <CompanyCnpj cnpj={company.cnpj} error={inputs.errors.cnpj} letters={letters} />}
        {fields.map(field => (
          <LeadInput
            key={field.id}
            field={field}
            shown={visible.includes(field)}
            value={refused.values?.[field.name] ?? prefill[field.name] ?? field.value}
            error={inputs.errors[field.name]}
          />
        ))}
        {fields.length === 0 && (
          <Notice tone="warning" title={formTexts.notConfigured}>
            {formTexts.notConfiguredText}
          </Notice>
        )}
        {settings.schedule.on && (
          <Schedule
            today={today}
            schedule={settings.schedule}
            day={day}
            period={refused.values?.preferredPeriod}
            errors={inputs.errors}
            alive={ready}
            onDay={chooseDay}
          />
        )}
        <div className={styles.trap} aria-hidden="true">
          <label>
            Não preencha
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div className={styles.consents}>
          <Consent name="consentGiven" text={settings.consent} value={refused.values?.consentGiven} />
          {settings.whatsapp !== null && (
            <Consent name="whatsappConsent" text={settings.whatsapp} value={refused.values?.whatsappConsent} />
          )}
          {settings.privacyUrl !== null && (
            <p className={styles.privacy}>
              {'Saiba como usamos seus dados no '}
              <a href={settings.privacyUrl} target="_blank" rel="noopener">
                aviso de privacidade
              </a>
              .
            </p>
          )}
        </div>
        {problems.length > 0 && (
          <Notice tone="error" title="Erro">
            {problems.map(problem => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
        )}
        <Submit
          label={button?.label ?? 'Enviar'}
          busyLabel={button?.busyLabel ?? 'Enviando...'}
          busy={busy}
          disabled={fields.length === 0}
        />
        <p className={styles.legend}>Os campos com * são obrigatórios.</p>
      </form>
      {asking && (
        <Suspense>
          <ConsentDialog open onBack={returnToConsent} onContinue={() => void send(false)} />
        </Suspense>
      )}
    </>
  )
}

const Consent = ({ name, text, value }: { name: string; text: string; value: string | undefined }) => (
  <label className={styles.consent}>
    <input type="checkbox" name={name} value="true" defaultChecked={value === 'true'} />
    <span>{text}</span>
  </label>
)

/** Where the dialog cannot be fetched, what was chosen is sent as it is. */
function NoDialog({ onContinue }: ConsentDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onContinue, [])
  return null
}

/** Out of the frame too, where the form stands in the page of a customer. */
function leaveFor(address: string): void {
  if (!/^https:\/\//.test(address)) return
  if (window.parent === window || !open(address, '_top')) location.assign(address)
}

/** Announces the lead to other parts of the page, such as an embedding one. */
function announce(leadId: string, companyId: string): void {
  for (const name of ['newLeadAdded', 'newActivityAdded'])
    window.dispatchEvent(new CustomEvent(name, { detail: { leadId, companyId } }))
}
