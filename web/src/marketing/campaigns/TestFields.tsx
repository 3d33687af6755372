import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { campaignLimits, testHours, testShares } from '../../../../services/marketing/campaigns/rules.ts'
import { counted } from '../../core/format.ts'
import type { Draft } from './draft.ts'

type Props = { draft: Draft; error: string | undefined; onChange: (part: Partial<Draft>) => void }

/** A second subject, to find out which one more people click. */
export function TestFields({ draft: { tests, subjectB, share, hours }, error, onChange }: Props) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FormControlLabel
        label="Testar dois assuntos"
        control={<Checkbox checked={tests} onChange={event => onChange({ tests: event.target.checked })} />}
      />
      {tests && (
        <>
          <TextField
            required
            label="Segundo assunto"
            value={subjectB}
            error={Boolean(error)}
            helperText={error}
            onChange={event => onChange({ subjectB: event.target.value })}
            slotProps={{ htmlInput: { maxLength: campaignLimits.subject } }}
          />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            <TextField
              select
              label="Quem testa cada assunto"
              value={share}
              onChange={event => onChange({ share: Number(event.target.value) })}
            >
              {testShares.map(each => (
                <MenuItem key={each} value={each}>
                  {each}% do público
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label="Escolher o vencedor depois de"
              value={hours}
              onChange={event => onChange({ hours: Number(event.target.value) })}
            >
              {testHours.map(each => (
                <MenuItem key={each} value={each}>
                  {counted(each, 'hora', 'horas')}
                </MenuItem>
              ))}
            </TextField>
          </Box>
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Quem testa é sorteado. Os outros {100 - 2 * share}% recebem o assunto que mais pessoas clicarem; cliques de
            programas não contam, e no empate vai o primeiro. O e-mail precisa de um link.
          </Box>
        </>
      )}
    </Box>
  )
}
