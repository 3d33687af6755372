import TextField from '@mui/material/TextField'
import { mailLimits } from '../../../../services/marketing/mailTemplates/rules.ts'
import { completeLink } from './links.ts'

type LinkProps = { label: string; value: string; onChange: (link: string) => void }

/** An address. One without its beginning, as people type it, gets it when the field is left. */
export const LinkField = ({ label, value, onChange }: LinkProps) => (
  <TextField
    label={label}
    value={value}
    type="url"
    placeholder="https://"
    helperText="Um site (https://...), um e-mail (mailto:...) ou um telefone (tel:...)."
    onChange={event => onChange(event.target.value)}
    onBlur={() => {
      const completed = completeLink(value)
      if (completed !== value) onChange(completed)
    }}
    slotProps={{ htmlInput: { maxLength: mailLimits.link } }}
  />
)
