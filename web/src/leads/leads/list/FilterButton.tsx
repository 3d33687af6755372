import FilterIcon from '@mui/icons-material/FilterListOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'

type Props = { count: number; open: boolean; onClick: () => void; onIntent: () => void }

/** Opens the filters, and says how many are in use. */
export const FilterButton = ({ count, open, onClick, onIntent }: Props) => (
  <Button
    variant="outlined"
    aria-expanded={open}
    onClick={onClick}
    onPointerEnter={onIntent}
    startIcon={<FilterIcon />}
    sx={{ flexShrink: 0, height: { xs: 40, sm: 36 } }}
  >
    Filtros
    {count > 0 && (
      <Box
        component="span"
        sx={{
          ml: 1,
          minWidth: 18,
          px: 0.625,
          borderRadius: 9,
          fontSize: '0.75rem',
          lineHeight: '18px',
          color: theme => theme.tokens.tones.brand.on,
          bgcolor: theme => theme.tokens.tones.brand.main
        }}
      >
        {count}
        <Box component="span" sx={visuallyHidden}>
          em uso
        </Box>
      </Box>
    )}
  </Button>
)
