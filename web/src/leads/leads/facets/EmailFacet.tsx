import TextField from '@mui/material/TextField'
import { emailResultLabels, emailResults } from '../../../../../services/leads/leads/marks/rules.ts'
import { useMailings } from '../../../shell/features.ts'
import { type LeadFilter, toggled, valuesOf, withValues } from '../filter.ts'
import { Options } from './FacetGroup.tsx'

type Props = { filter: LeadFilter; onChange: (filter: LeadFilter) => void }

/** The results of e-mails to leads, of any campaign or of one. */
export function EmailFacet({ filter, onChange }: Props) {
  const { available, options } = useMailings(true)
  return (
    <>
      {available && options.length > 0 && (
        <TextField
          select
          fullWidth
          value={valuesOf(filter, 'emailCampaign')[0] ?? ''}
          onChange={({ target }) => onChange(withValues(filter, 'emailCampaign', target.value ? [target.value] : []))}
          slotProps={{ select: { native: true }, htmlInput: { 'aria-label': 'Campanha de e-mail' } }}
          sx={{ mb: 0.5 }}
        >
          <option value="">Qualquer campanha</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </TextField>
      )}
      <Options
        options={emailResults.map(value => ({ value, label: emailResultLabels[value] }))}
        chosen={valuesOf(filter, 'emailResult')}
        onToggle={value => onChange(toggled(filter, 'emailResult', value))}
      />
    </>
  )
}
