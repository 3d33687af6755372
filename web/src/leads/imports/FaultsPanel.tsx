import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { counted } from '../../core/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { Fault } from './api.ts'
import { ErrorFileButton } from './ErrorFileButton.tsx'
import { FaultKind } from './FaultKind.tsx'
import type { FaultChoices } from './faultChoices.ts'

type Props = {
  id: string
  faults: readonly Fault[]
  choices: FaultChoices
  onChange: (choices: FaultChoices) => void
}

/** Values that could not be read, by kind, with a choice for all rows at once. */
export function FaultsPanel({ id, faults, choices, onChange }: Props) {
  const rows = faults.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <Panel title="O que não foi reconhecido" aside={<ErrorFileButton id={id} />}>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        {counted(rows, 'valor', 'valores')} em {counted(faults.length, 'tipo de problema', 'tipos de problema')}. Cada
        escolha vale para todas as linhas iguais.
      </Typography>
      <FormControlLabel
        control={
          <Switch
            checked={choices.blank}
            onChange={(_, blank) =>
              onChange({
                ...choices,
                blank,
                ways: Object.fromEntries(Object.entries(choices.ways).filter(([, how]) => how === 'first'))
              })
            }
          />
        }
        label="Importar também estas linhas, deixando em branco o que não foi reconhecido"
        sx={{ mb: 1.5 }}
      />
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {faults.map(fault => (
          <FaultKind
            key={`${fault.column} ${fault.field} ${fault.reason}`}
            fault={fault}
            choices={choices}
            onChange={onChange}
          />
        ))}
      </Box>
    </Panel>
  )
}
