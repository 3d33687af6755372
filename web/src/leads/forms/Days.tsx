import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { formatDay } from '../../core/day.ts'

/** Days that are blocked, one by one. */
export function Days({ value, onChange }: { value: readonly string[]; onChange: (days: string[]) => void }) {
  const [day, setDay] = useState('')
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <TextField
          type="date"
          label="Outra data sem atendimento"
          value={day}
          onChange={event => setDay(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ flexGrow: 1 }}
        />
        <Button
          variant="outlined"
          disabled={day === '' || value.includes(day)}
          onClick={() => {
            onChange([...value, day].sort())
            setDay('')
          }}
        >
          Bloquear
        </Button>
      </Box>
      {value.length > 0 && (
        <Box component="ul" aria-label="Datas bloqueadas" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid' }}>
          {value.map(blocked => (
            <Box
              component="li"
              key={blocked}
              sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}
            >
              {formatDay(blocked)}
              <Button
                size="small"
                aria-label={`Liberar ${formatDay(blocked)}`}
                onClick={() => onChange(value.filter(each => each !== blocked))}
              >
                Liberar
              </Button>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
