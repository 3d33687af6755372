import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { SxProps, Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { TSchema } from '@sinclair/typebox'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState
} from 'react'
import { flushSync } from 'react-dom'
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  useFieldArray,
  useForm as useValues
} from 'react-hook-form'
import { commonFieldNames, fieldName } from '../../../services/core/fieldNames.ts'
import { HttpError } from '../core/http.ts'
import { signedIn } from '../core/session.ts'
import type { SavingForm } from './data.ts'
import { type Errors, refusals } from './formCheck.ts'
import { useKept } from './kept.ts'
import { useLeaving } from './leaving.tsx'
import { useUnsavedInSection } from './Sections.tsx'

/** After this long without an answer the person is offered to try again. */
const silence = 15_000

const stillHere = 'O que você digitou continua aqui.'
export const notSaved = `Não foi possível salvar. ${stillHere}`

/** The part of `useWrite` that a form needs. */
type Save<Body> = {
  mutateAsync: (body: Body) => Promise<unknown>
  form: RefObject<SavingForm | undefined>
}

type Options<Values, Body> = {
  /** The request that the values mean; the values themselves where it is left out. */
  toBody?: (values: Values) => Body
  /** Faults that the schema does not know, by the API's names. */
  check?: (values: Values) => Readonly<Record<string, string | undefined>>
  /** Keeps unsaved values under this name in the tab, for a session that runs out. */
  keep?: string | undefined
  /** Whether the form begins with what was kept. */
  restores?: boolean
  /** Kept values come back when the form is opened again: nobody is asked before leaving it. */
  remembers?: boolean
  /** Values that are kept nowhere, and empty again once they are saved. */
  secret?: readonly (keyof Values)[]
  /** Portuguese names of fields that the form does not show, beside those that all features share. */
  names?: Readonly<Record<string, string>>
  /** Names among the API's errors that the screen shows in its own way, by `onFailure`. */
  aside?: readonly string[]
  /** Does something about a failure that the form cannot, beside showing it. */
  onFailure?: (error: Error) => void
}

/** A failure that stands above the button. */
type Problem = { lines: readonly string[]; again: boolean }

type Shown = { name: string; label: string | undefined }

/** The part of a form that its fields and buttons need. */
type Context = {
  control: Control<FieldValues>
  errors: Errors
  problem: Problem | null
  saving: boolean
  element: RefObject<HTMLFormElement | null>
  /** The fields that are shown, by the names under which the API refuses them. */
  shown: RefObject<Map<string, Shown>>
  clear: (path: string) => void
  checkField: (path: string) => void
  submit: () => void
}

const FormContext = createContext<Context | null>(null)

/** @throws outside a form, which is a fault of the screen */
export function useFormContext(): Context {
  const context = useContext(FormContext)
  if (!context) throw new Error('a field stands outside a <Form>')
  return context
}

/** The name of the field that shows a refusal: its own, or that of the value which it is a part of. */
function placeOf(path: string, shown: Map<string, Shown>): string | undefined {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length--) {
    const place = parts.slice(0, length).join('.')
    if (shown.has(place)) return place
  }
  return undefined
}

const empty = null

/**
 * The state of a form: its values, what is wrong with them, and their way to the API. `save` is what `useWrite` returns;
 * its answer is handled there.
 */
export function useForm<Values extends object, Body>(
  schema: TSchema,
  initial: Values,
  save: Save<Body>,
  options: Options<Values, Body> = {}
) {
  const { toBody = (values: Values) => values as unknown as Body, check, keep, restores = true, secret = [] } = options
  const { names = {}, aside = [], onFailure, remembers = false } = options
  const [kept, write, forget] = useKept<Partial<Values> | null>(keep ?? 'none', empty)
  const [first] = useState({ initial, kept: keep && restores ? kept : null })
  const values = useValues<FieldValues>({ defaultValues: first.initial as DefaultValues<FieldValues> })
  const { isDirty } = values.formState
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [saving, setSaving] = useState(false)
  const attempt = useRef(0)
  /** The values of the last attempt and its key, and its end. */
  const sent = useRef({ body: '', key: '', end: new AbortController() })
  const under = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const shown = useRef(new Map<string, Shown>())
  const now = () => values.getValues() as Values

  useLayoutEffect(() => {
    if (first.kept) values.reset({ ...first.initial, ...first.kept }, { keepDefaultValues: true })
  }, [first, values.reset])

  // Values that changed elsewhere are taken over while nothing here is unsaved.
  const started = JSON.stringify(initial)
  const [shownStart, setShownStart] = useState(started)
  useEffect(() => {
    if (started === shownStart || isDirty) return
    setShownStart(started)
    values.reset(initial)
  }, [started, shownStart, isDirty, initial, values.reset])

  const keeping = useRef((_typed: Values) => {})
  keeping.current = typed => {
    if (!keep) return
    const open = Object.entries(typed).filter(([name]) => !secret.includes(name as keyof Values))
    if (JSON.stringify(typed) === started) forget()
    else write(Object.fromEntries(open) as Partial<Values>)
  }
  useEffect(() => {
    const { unsubscribe } = values.watch(typed => keeping.current(typed as Values))
    return unsubscribe
  }, [values.watch])

  const staysOnPage = useUnsavedInSection(isDirty && !remembers, keep !== undefined)
  function discard(): void {
    values.reset()
    forget()
    setErrors({})
    setProblem(null)
  }
  const { leave, dialog } = useLeaving(isDirty, { guards: !remembers, staysOnPage, onLeave: discard })

  // A form that is gone shows nothing: the toast does.
  const { form: owner } = save
  useEffect(
    () => () => {
      owner.current = undefined
    },
    [owner]
  )

  const faults = (of: Values): Errors => {
    const own = Object.entries(check?.(of) ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return { ...refusals(schema, toBody(of)), ...Object.fromEntries(own) }
  }

  /** Shows each refusal at its field, and those of no field above the button. */
  function show(found: Errors, message?: string): void {
    const placed: Errors = {}
    const rest: string[] = []
    for (const [path, sentence] of Object.entries(found)) {
      if (aside.includes(path)) continue
      const place = placeOf(path, shown.current)
      const name = fieldName(names, path) ?? fieldName(commonFieldNames, path)
      if (place) placed[place] ??= sentence
      else rest.push(name ? `${name}: ${sentence}` : sentence)
    }
    if (rest.length === 0 && Object.keys(placed).length === 0) rest.push(message ?? notSaved)
    // The field has to be marked before it can be found.
    flushSync(() => {
      setErrors(placed)
      setProblem(rest.length > 0 ? { lines: rest, again: false } : null)
    })
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] input')?.focus()
  }

  function fail(error: Error): void {
    if (error instanceof HttpError && error.status > 0 && error.status < 500) {
      // The sign-in is about to open.
      if (error.status === 401 && !signedIn()) return
      show(error.body.errors ?? {}, error.message)
      onFailure?.(error)
    } else if (error instanceof HttpError) setProblem({ lines: [notSaved], again: true })
    else setProblem({ lines: [error.message, stillHere], again: true })
  }

  /** These values are saved; others were typed meanwhile, and are not. */
  function settle(saved: Values): void {
    const current = structuredClone(now())
    const emptied = Object.fromEntries(secret.map(name => [name, first.initial[name]]))
    values.reset({ ...saved, ...emptied })
    forget()
    for (const [name, value] of Object.entries(current))
      if (JSON.stringify(value) !== JSON.stringify(saved[name as keyof Values]))
        values.setValue(name, value, { shouldDirty: true })
  }

  /** Saves; `more` are values for this attempt alone. */
  function submit(more: Partial<Values> = {}): void {
    if (under.current) return
    const before = structuredClone(now())
    const typed = { ...before, ...more }
    const found = faults(typed)
    if (Object.keys(found).length > 0) {
      show(found)
      return
    }
    setErrors({})
    setProblem(null)
    setSaving(true)
    under.current = true
    const one = ++attempt.current
    // An attempt that was silent for too long must not arrive after this one.
    sent.current.end.abort()
    const request = toBody(typed)
    const body = JSON.stringify(request)
    const key = body === sent.current.body ? sent.current.key : crypto.randomUUID()
    sent.current = { body, key, end: new AbortController() }
    const end = () => {
      clearTimeout(timer)
      if (one !== attempt.current) return
      under.current = false
      setSaving(false)
    }
    const timer = setTimeout(() => {
      end()
      setProblem({ lines: [notSaved], again: true })
    }, silence)
    owner.current = {
      saved: () => {
        clearTimeout(timer)
        sent.current.body = ''
        setProblem(null)
        settle(before)
      },
      failed: fail,
      key,
      signal: sent.current.end.signal
    }
    // The failure has been shown by then.
    save.mutateAsync(request).then(end, end)
  }

  return {
    control: values.control as Control<FieldValues>,
    errors,
    problem,
    saving,
    element,
    shown,
    isDirty,
    remembers,
    dialog,
    /** Goes on once nothing is unsaved, or the person gives it up. */
    leave,
    discard,
    submit,
    now,
    values: values.watch() as Values,
    change: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
      values.setValue(name as Path<FieldValues>, value as never, { shouldDirty: true })
      clear(name)
    },
    reset: (to: Values) => {
      values.reset(to)
      forget()
    },
    clear,
    checkField: (path: string) => {
      const found = Object.entries(faults(now())).find(([each]) => placeOf(each, shown.current) === path)
      if (found) setErrors(before => ({ ...before, [path]: found[1] }))
    }
  }

  function clear(path: string): void {
    setErrors(before => {
      if (before[path] === undefined) return before
      const { [path]: _, ...others } = before
      return others
    })
  }
}

/** The rows of a list in a form, by keys under which React keeps them. */
export function useRows({ control }: { control: Control<FieldValues> }, name: string) {
  const { fields, append, remove, move } = useFieldArray({ control, name, keyName: 'rowKey' })
  return {
    keys: fields.map(({ rowKey }) => rowKey),
    add: (row: object) => append(row),
    remove: (n: number) => remove(n),
    move: (n: number, to: number) => move(n, to)
  }
}

type FormProps = Omit<Context, 'submit'> & {
  submit: (more?: object) => void
  dialog: ReactNode
  sx?: SxProps<Theme>
  autoComplete?: string
  children: ReactNode
}

/** A form with the fields in it: `<Form {...form}>`. Ctrl+Enter saves it from every field. */
export function Form({ submit, dialog, sx, autoComplete, children, ...state }: FormProps) {
  const { element } = state
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Questions are drawn in the form and stand outside of it.
    if (!event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    submit()
  }
  return (
    <FormContext
      value={{
        control: state.control,
        errors: state.errors,
        problem: state.problem,
        saving: state.saving,
        element,
        shown: state.shown,
        clear: state.clear,
        checkField: state.checkField,
        submit
      }}
    >
      <Box
        component="form"
        ref={element}
        noValidate
        autoComplete={autoComplete}
        onKeyDown={onKeyDown}
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
        sx={sx}
      >
        {children}
      </Box>
      {dialog}
    </FormContext>
  )
}

/** A failure of no single field, above the button. */
function ProblemAlert() {
  const { problem, submit } = useFormContext()
  if (!problem) return null
  return (
    <Alert
      severity="error"
      action={
        problem.again && (
          <Button color="inherit" size="small" onClick={() => submit()}>
            Tentar novamente
          </Button>
        )
      }
    >
      {problem.lines.map(line => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  )
}

type SaveProps = {
  label: string
  /** While it is being saved. */
  busy?: string
  variant?: 'contained' | 'outlined'
  disabled?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** The button that saves, with what went wrong above it. */
export function SaveButton({ label, busy, variant = 'contained', disabled = false, children }: SaveProps) {
  const { saving } = useFormContext()
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridColumn: '1 / -1' }}>
      <ProblemAlert />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant={variant} aria-busy={saving} disabled={disabled}>
          {(saving && busy) || label}
        </Button>
        {children}
      </Box>
    </Box>
  )
}

type DialogProps = Pick<SaveProps, 'label' | 'busy' | 'disabled'> & {
  form: Omit<FormProps, 'children' | 'sx'> & {
    leave: (then: () => void) => void
    discard: () => void
    remembers: boolean
  }
  title: string
  onClose: () => void
  maxWidth?: 'xs' | 'sm' | 'md'
  /** Whether it takes all of a phone. */
  full?: boolean
  /** As the dialogs of the staff's area (Ask.tsx) are. */
  compact?: boolean
  /** It takes away what cannot simply be had back. */
  danger?: boolean
  sx?: SxProps<Theme>
  children: ReactNode
}

/** A form in a dialog. Esc and a click beside it ask before they give up what was typed; Cancelar does not. */
export function FormDialog(props: DialogProps) {
  const {
    form,
    title,
    label,
    busy,
    disabled = false,
    onClose,
    maxWidth = 'sm',
    full,
    compact = false,
    danger = false,
    sx,
    children
  } = props
  const id = useId()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  function close(_event: object, reason: 'backdropClick' | 'escapeKeyDown'): void {
    if (form.remembers && reason === 'escapeKeyDown') onClose()
    else form.leave(onClose)
  }
  return (
    <Dialog open fullWidth maxWidth={maxWidth} fullScreen={Boolean(full) && phone} onClose={close} aria-labelledby={id}>
      <DialogTitle id={id} {...(compact && { sx: { fontSize: '1.125rem', fontWeight: 650 } })}>
        {title}
      </DialogTitle>
      <Form {...form} sx={{ display: 'contents' }}>
        <DialogContent sx={{ '&&': { pt: 1 }, display: 'grid', gap: 2, alignContent: 'start', ...sx }}>
          {children}
          <ProblemAlert />
        </DialogContent>
        <DialogActions {...(compact && { sx: { px: 3, pb: 2.5 } })}>
          <Button
            onClick={() => {
              form.discard()
              onClose()
            }}
          >
            Cancelar
          </Button>
          <SubmitButton label={label} busy={busy} disabled={disabled} danger={danger} />
        </DialogActions>
      </Form>
    </Dialog>
  )
}

type SubmitProps = Pick<DialogProps, 'label' | 'busy' | 'disabled' | 'danger'>

function SubmitButton({ label, busy, disabled, danger }: SubmitProps) {
  const { saving } = useFormContext()
  return (
    <Button
      type="submit"
      variant="contained"
      color={danger ? 'error' : 'primary'}
      aria-busy={saving}
      disabled={disabled}
    >
      {(saving && busy) || label}
    </Button>
  )
}
