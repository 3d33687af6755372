import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type BlockType, blockLabels } from '../../../../services/marketing/mailTemplates/rules.ts'
import { blockIcons } from './blockTypes.tsx'

/** The kinds of blocks; the new one comes after the one that stands open, else at the end. */
export const AddBlock = ({ onAdd }: { onAdd: (type: BlockType) => void }) => (
  <Box
    role="group"
    aria-label="Adicionar bloco"
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}
  >
    <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
      Adicionar:
    </Box>
    {(Object.keys(blockLabels) as BlockType[]).map(type => (
      <Button
        key={type}
        size="small"
        variant="outlined"
        startIcon={blockIcons[type]}
        aria-label={`Adicionar bloco: ${blockLabels[type]}`}
        onClick={() => onAdd(type)}
      >
        {blockLabels[type]}
      </Button>
    ))}
  </Box>
)
