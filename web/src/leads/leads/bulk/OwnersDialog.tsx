import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { Choice } from '../../../ui/Choice.tsx'
import type { Bulk } from './api.ts'
import { BulkDialog, type BulkDialogProps } from './BulkDialog.tsx'

const nobody = 'none'

/** Gives the leads to one person, or to several in turn. */
export function OwnersDialog({ count, ...props }: BulkDialogProps) {
  const { data = [] } = useEmployeeOptions()
  const people = data.filter(({ active }) => active)
  const [kind, setKind] = useState<'owner' | 'distribute'>('owner')
  const [owner, setOwner] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id])

  const bulk: Bulk | null =
    kind === 'owner'
      ? owner
        ? { kind, params: { ownerId: owner === nobody ? null : owner } }
        : null
      : chosen.length > 0
        ? { kind, params: { employeeIds: chosen } }
        : null

  return (
    <BulkDialog {...props} title={`Responsável por ${count}`} action="Salvar" bulk={bulk}>
      <Box sx={{ display: 'grid', gap: 1.25 }}>
        <Choice
          name="kind"
          value="owner"
          title="Uma pessoa"
          checked={kind === 'owner'}
          onChange={() => setKind('owner')}
        >
          Todos ficam com a mesma pessoa.
        </Choice>
        {kind === 'owner' && (
          <TextField select label="Responsável" value={owner} onChange={event => setOwner(event.target.value)}>
            <MenuItem value={nobody}>Sem responsável</MenuItem>
            {people.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <Choice
          name="kind"
          value="distribute"
          title="Distribuir igualmente"
          checked={kind === 'distribute'}
          onChange={() => setKind('distribute')}
        >
          Um para cada pessoa escolhida, em ordem.
        </Choice>
        {kind === 'distribute' && (
          <Box role="group" aria-label="Pessoas" sx={{ display: 'grid', maxHeight: 240, overflowY: 'auto', pl: 1 }}>
            {people
              .filter(({ editsLeads }) => editsLeads)
              .map(({ id, name }) => (
                <FormControlLabel
                  key={id}
                  label={name}
                  control={<Checkbox size="small" checked={chosen.includes(id)} onChange={() => toggle(id)} />}
                />
              ))}
          </Box>
        )}
      </Box>
    </BulkDialog>
  )
}
