import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useOwnFields } from '../api.ts'
import type { LeadFilter } from '../filter.ts'
import { chipsOf } from './chips.ts'
import { useValueNames } from './names.ts'

type Props = { filter: LeadFilter; onChange: (filter: LeadFilter) => void }

/** The parts of the list's filter, each with a button that removes it. */
export function FilterChips({ filter, onChange }: Props) {
  const { data: fields = [] } = useOwnFields({ enabled: filter.custom !== undefined })
  const chips = chipsOf(filter, useValueNames(filter), fields)
  if (chips.length === 0 && !filter.q) return null
  return (
    <Box
      role="group"
      aria-label="Filtros ativos"
      sx={{
        display: 'flex',
        flexWrap: { sm: 'wrap' },
        alignItems: 'center',
        gap: 0.75,
        mb: 1.5,
        // On a phone one line that is moved sideways: the leads stay in sight.
        overflowX: { xs: 'auto', sm: 'visible' },
        scrollbarWidth: 'none',
        mx: { xs: -2, sm: 0 },
        px: { xs: 2, sm: 0 },
        '& > *': { flexShrink: 0 }
      }}
    >
      {chips.map(({ key, text, without }) => (
        <Chip
          key={key}
          size="small"
          label={text}
          onDelete={() => onChange(without)}
          deleteIcon={<Remove />}
          sx={{ maxWidth: { xs: 240, sm: '100%' }, height: { xs: 32, sm: 26 }, borderRadius: 1.5 }}
          slotProps={{ label: { title: text } }}
          onClick={() => onChange(without)}
          aria-label={`Tirar filtro ${text}`}
        />
      ))}
      <Button size="small" onClick={() => onChange({})} sx={{ minHeight: 28 }}>
        Limpar filtros
      </Button>
    </Box>
  )
}

const Remove = (props: object) => (
  <Box component="span" aria-hidden {...props} sx={{ fontSize: '1rem !important', lineHeight: 1, px: 0.5 }}>
    ×
  </Box>
)
