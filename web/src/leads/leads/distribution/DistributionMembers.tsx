import DownIcon from '@mui/icons-material/ArrowDownwardOutlined'
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Member } from '../../../../../services/leads/distribution/rules.ts'
import type { Distribution } from '../../../../../services/leads/distribution/schema.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'

type Props = {
  wanted: Distribution
  mayChange: boolean
  onChange: (change: Partial<Pick<Distribution, 'members' | 'fallbackId'>>) => void
}

/** The people who get leads, in their order, and the fallback where none of them can. */
export function DistributionMembers({ wanted: { members, fallbackId }, mayChange, onChange }: Props) {
  const { data: people } = useEmployeeOptions()
  const able = (people ?? []).filter(person => person.active && person.editsLeads)
  const others = able.filter(person => !members.some(each => each.employeeId === person.id))
  const nameOf = (id: string) => people && (people.find(person => person.id === id)?.name ?? 'Pessoa que saiu')
  const setMember = (id: string, change: Partial<Member>) =>
    onChange({ members: members.map(each => (each.employeeId === id ? { ...each, ...change } : each)) })
  const move = (index: number, by: number) => {
    const next = [...members]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    onChange({ members: next })
  }

  return (
    <>
      <Box component="ol" aria-label="Quem recebe leads, na ordem" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {members.map(({ employeeId, away, maxOpen }, index) => (
          <Box
            component="li"
            key={employeeId}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              py: 1,
              '& + &': { borderTop: 1, borderColor: 'divider' }
            }}
          >
            <Box sx={{ flex: '1 1 160px', minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {index + 1}. {nameOf(employeeId)}
            </Box>
            <FormControlLabel
              control={
                <Checkbox
                  checked={away}
                  disabled={!mayChange}
                  onChange={() => setMember(employeeId, { away: !away })}
                />
              }
              label="Ausente"
            />
            <TextField
              type="number"
              label="Máximo de abertos"
              value={maxOpen ?? ''}
              disabled={!mayChange}
              onChange={event => {
                const limit = Math.trunc(Number(event.target.value))
                setMember(employeeId, { maxOpen: limit > 0 ? limit : null })
              }}
              sx={{ width: 160 }}
              slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: 1, placeholder: 'Sem limite' } }}
            />
            {mayChange && (
              <Box sx={{ display: 'flex' }}>
                <IconButton
                  aria-label={`Subir ${nameOf(employeeId)}`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <UpIcon fontSize="small" />
                </IconButton>
                <IconButton
                  aria-label={`Descer ${nameOf(employeeId)}`}
                  disabled={index === members.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <DownIcon fontSize="small" />
                </IconButton>
                <Button
                  size="small"
                  onClick={() => onChange({ members: members.filter(each => each.employeeId !== employeeId) })}
                >
                  Tirar
                </Button>
              </Box>
            )}
          </Box>
        ))}
      </Box>
      {mayChange && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <TextField
            select
            label="Acrescentar pessoa"
            value=""
            disabled={others.length === 0}
            helperText={people && others.length === 0 ? 'Todos que podem receber já estão na lista.' : undefined}
            onChange={event =>
              onChange({
                members: [...members, { employeeId: event.target.value, away: false, maxOpen: null }]
              })
            }
          >
            {others.map(person => (
              <MenuItem key={person.id} value={person.id}>
                {person.name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            label="Se ninguém puder receber"
            value={fallbackId ?? ''}
            onChange={event => onChange({ fallbackId: event.target.value || null })}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">Fica sem responsável</MenuItem>
            {able.map(person => (
              <MenuItem key={person.id} value={person.id}>
                {person.name}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      )}
    </>
  )
}
