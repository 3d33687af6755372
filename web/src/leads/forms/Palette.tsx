import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { FieldType } from '../../../../services/leads/forms/rules.ts'
import { palette, typeIcons, typeLabels } from './types.tsx'

const Kind = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  padding: '6px 10px',
  border: `1px dashed ${theme.tokens.edge}`,
  borderRadius: 10,
  background: 'none',
  color: theme.palette.text.primary,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 500,
  lineHeight: 1.2,
  textAlign: 'left',
  cursor: 'pointer',
  '& svg': { fontSize: 18, color: theme.palette.text.secondary },
  '&:hover': { backgroundColor: theme.tokens.sunken, borderStyle: 'solid' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))

/** The kinds of fields; each button adds one. */
export const Palette = ({ onAdd }: { onAdd: (type: FieldType) => void }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 0.75 }}>
    {palette.map(type => (
      <Kind key={type} type="button" aria-label={`Adicionar campo: ${typeLabels[type]}`} onClick={() => onAdd(type)}>
        {typeIcons[type]}
        {typeLabels[type]}
      </Kind>
    ))}
  </Box>
)
