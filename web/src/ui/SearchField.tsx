import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { InputHTMLAttributes } from 'react'

type Props = Pick<TextFieldProps, 'sx' | 'size' | 'fullWidth' | 'placeholder'> & {
  /** Its name for assistive technology. */
  label: string
  value: string
  onChange: (text: string) => void
  input?: InputHTMLAttributes<HTMLInputElement> & { 'data-search'?: string }
}

/** Where one types what is looked for. */
export const SearchField = ({ label, value, onChange, input, ...field }: Props) => (
  <TextField
    {...field}
    type="search"
    value={value}
    onChange={event => onChange(event.target.value)}
    slotProps={{
      htmlInput: { 'aria-label': label, enterKeyHint: 'search', ...input },
      input: {
        startAdornment: (
          <InputAdornment position="start">
            <SearchIcon fontSize="small" />
          </InputAdornment>
        )
      }
    }}
  />
)
