import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { maskMoney } from '../../../../services/core/money/rules.ts'

export const currency = <InputAdornment position="start">R$</InputAdornment>

/** The text of a field of money after a key press; changes within the text stay as they were typed. */
export const maskedMoney = (
  { value, selectionStart }: HTMLInputElement | HTMLTextAreaElement,
  before: string
): string => (selectionStart === value.length ? maskMoney(value, before) : value)

type Props = Omit<TextFieldProps, 'onChange' | 'value'> & { value: string; onChange: (text: string) => void }

/** A field for an amount in reais, as `readMoney` reads it. */
export const MoneyInput = ({ value, onChange, slotProps, ...more }: Props) => (
  <TextField
    {...more}
    value={value}
    onChange={event => onChange(maskedMoney(event.target, value))}
    slotProps={{
      ...slotProps,
      input: { startAdornment: currency },
      htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 20, ...slotProps?.htmlInput }
    }}
  />
)
