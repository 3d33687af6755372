import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { visuallyHidden } from './visuallyHidden.ts'

/** Something that is pasted elsewhere. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setSaid('Copiado'),
      () => setSaid('Selecione e copie')
    )
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
      <TextField
        label={label}
        value={value}
        onFocus={event => event.target.select()}
        sx={{ flex: '1 1 240px' }}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button
        variant="outlined"
        startIcon={<CopyIcon />}
        aria-label={`Copiar ${label}`}
        onClick={() => void copy()}
        sx={{ minHeight: 40 }}
      >
        {said || 'Copiar'}
      </Button>
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
    </Box>
  )
}
