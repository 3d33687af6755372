import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import type { SxProps, Theme } from '@mui/material/styles'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { type FocusEvent, type ReactNode, useEffect, useId } from 'react'
import { useController } from 'react-hook-form'
import { maskMoney } from '../../../services/core/money/rules.ts'
import { useFormContext } from './form.tsx'

/** A field of a form: its value, what is wrong with it, and what its control has to call. */
export function useField<Value>(name: string, { as = name, label }: { as?: string; label?: string } = {}) {
  const { control, errors, shown, clear, checkField } = useFormContext()
  const { field, fieldState } = useController({ name, control })
  useEffect(() => {
    const fields = shown.current
    fields.set(as, { name, label })
    return () => void fields.delete(as)
  }, [shown, as, name, label])
  const error = errors[as]
  return {
    value: field.value as Value,
    error,
    ref: field.ref,
    change: (value: Value) => {
      field.onChange(value)
      clear(as)
    },
    /** A button takes the focus to be pressed, and must not move away: saving checks everything anyway. */
    leave: ({ relatedTarget }: Pick<FocusEvent, 'relatedTarget'>) => {
      field.onBlur()
      if (fieldState.isDirty && !(relatedTarget instanceof HTMLButtonElement)) checkField(as)
    }
  }
}

type Option = { value: string | number; label: ReactNode }

type Common = {
  name: string
  /** The name under which the API refuses it, where that is another one. */
  as?: string
  label: string
  help?: ReactNode
  disabled?: boolean
  sx?: SxProps<Theme>
}

type TextProps = Common &
  Pick<TextFieldProps, 'required' | 'autoFocus' | 'placeholder' | 'multiline' | 'minRows' | 'maxRows' | 'fullWidth'> & {
    kind?: 'text' | 'number' | 'money' | 'phone' | 'cnpj' | 'email' | 'date' | 'moment' | 'password' | 'address'
    /** The most characters that it takes. */
    longest?: number
    readOnly?: boolean
    autoComplete?: string
    /** Its text after a key press. */
    typed?: (text: string) => string
  }
type ChoiceProps = Common &
  Pick<TextProps, 'required'> & {
    kind: 'choice'
    options: readonly Option[]
    /** Several at once, and the words for none. */
    none?: string
    readOnly?: boolean
  }
type SwitchProps = Common & { kind: 'switch' | 'check' }

const inputs = {
  text: {},
  number: { inputMode: 'numeric' },
  money: { inputMode: 'decimal' },
  phone: { type: 'tel' },
  cnpj: {},
  email: { type: 'email', spellCheck: false, autoCapitalize: 'none' },
  date: { type: 'date' },
  moment: { type: 'datetime-local' },
  password: { type: 'password' },
  /** The name of a computer or a page. */
  address: { spellCheck: false, autoCapitalize: 'none' }
} as const

const longestOf: Partial<Record<keyof typeof inputs, number>> = { money: 20, phone: 40, cnpj: 30, email: 254 }

/** A labelled control of a form, tied to its error. */
export function Field(props: TextProps | ChoiceProps | SwitchProps) {
  if (props.kind === 'choice') return <ChoiceField {...props} />
  if (props.kind === 'switch' || props.kind === 'check') return <SwitchField {...props} />
  return <TextInput {...(props as TextProps)} />
}

function TextInput({
  name,
  as = name,
  label,
  kind = 'text',
  help,
  longest,
  readOnly,
  autoComplete,
  typed,
  ...more
}: TextProps) {
  const { value, error, ref, change, leave } = useField<string>(name, { as, label })
  const { type, ...attributes } = { type: undefined, ...inputs[kind] }
  const shrinks = type === 'date' || type === 'datetime-local' || more.placeholder !== undefined
  return (
    <TextField
      {...more}
      name={name}
      label={label}
      type={type}
      value={value ?? ''}
      error={error !== undefined}
      helperText={error ?? help}
      inputRef={ref}
      onBlur={leave}
      onChange={({ target }) => {
        // A change within the text stays as it was typed.
        const masked = kind === 'money' && target.selectionStart === target.value.length
        change(masked ? maskMoney(target.value, value) : (typed?.(target.value) ?? target.value))
      }}
      slotProps={{
        ...(shrinks && { inputLabel: { shrink: true } }),
        ...(kind === 'money' &&
          !label.includes('R$') && { input: { startAdornment: <InputAdornment position="start">R$</InputAdornment> } }),
        htmlInput: {
          ...attributes,
          maxLength: longest ?? longestOf[kind],
          readOnly,
          autoComplete: autoComplete ?? 'off'
        }
      }}
    />
  )
}

function ChoiceField({ name, as = name, label, help, options, none, readOnly, kind: _, ...more }: ChoiceProps) {
  const { value, error, ref, change, leave } = useField<string | number | string[]>(name, { as, label })
  const labelOf = (one: unknown) => options.find(option => option.value === one)?.label
  const isKnown = Array.isArray(value) || options.some(option => option.value === value)
  return (
    <TextField
      {...more}
      select
      name={name}
      label={label}
      value={isKnown ? value : ''}
      error={error !== undefined}
      helperText={error ?? help}
      inputRef={ref}
      onBlur={leave}
      onChange={event => change(event.target.value)}
      slotProps={{
        input: { readOnly },
        ...(none !== undefined && {
          inputLabel: { shrink: true },
          select: {
            multiple: true,
            displayEmpty: true,
            renderValue: (chosen: unknown) => (chosen as string[]).map(labelOf).join(', ') || none
          }
        })
      }}
    >
      {options.map(option => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** A switch or a box to tick, with what it means below its label. */
function SwitchField({ name, as = name, label, help, disabled = false, kind, sx }: SwitchProps) {
  const id = useId()
  const { value, error, ref, change } = useField<boolean>(name, { as, label })
  const Control = kind === 'switch' ? Switch : Checkbox
  const described = error === undefined && help === undefined ? undefined : id
  return (
    <Box sx={sx}>
      <FormControlLabel
        disabled={disabled}
        sx={help ? { alignItems: 'flex-start' } : undefined}
        control={
          <Control
            checked={Boolean(value)}
            onChange={(_event, on) => change(on)}
            slotProps={{
              input: {
                ref,
                name,
                'aria-label': label,
                'aria-invalid': error !== undefined,
                'aria-describedby': described
              }
            }}
          />
        }
        label={
          help || error ? (
            <Box component="span" sx={{ display: 'block', pt: 1 }}>
              {label}
              <Box
                component="span"
                id={id}
                sx={{ display: 'block', fontSize: '0.8125rem', color: error ? 'error.main' : 'text.secondary' }}
              >
                {error ?? help}
              </Box>
            </Box>
          ) : (
            label
          )
        }
      />
    </Box>
  )
}

/** The error of a group of controls, tied to it by `id`. */
export const GroupError = ({ id, error }: { id: string; error: string | undefined }) =>
  error === undefined ? null : (
    <FormHelperText error id={id}>
      {error}
    </FormHelperText>
  )

/** The number that was typed; an empty text is none, and what is no number stays a text, which the schema refuses. */
export const typedNumber = (text: string): number | null =>
  text.trim() === '' ? null : /^-?\d+$/.test(text.trim()) ? Number(text) : (text as unknown as number)

export const orNull = (text: string): string | null => text.trim() || null
