import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Sort } from '../address.ts'
import type { LeadFilter } from '../filter.ts'
import { LeadSort } from '../list/LeadSort.tsx'
import { FacetPanel } from './FacetPanel.tsx'

type Props = {
  filter: LeadFilter
  onChange: (filter: LeadFilter) => void
  /** Absent where the order is not a person's choice. */
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  /** The label of the closing button, which names the number of leads behind the sheet. */
  found: string
  onClose: () => void
}

/** The filter panel on a phone: all of the screen but a strip, with what it finds under the thumb. */
export function FacetSheet({ filter, onChange, sort, onSort, found, onClose }: Props) {
  const id = useId()
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          sx: { height: 'calc(100dvh - 40px)', borderRadius: '16px 16px 0 0' }
        }
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1, pb: 0.5 }}>
        <Typography variant="h2" id={id} sx={{ flexGrow: 1 }}>
          Filtros
        </Typography>
        <Button onClick={() => onChange({})} disabled={Object.keys(filter).length === 0}>
          Limpar filtros
        </Button>
        <IconButton aria-label="Fechar filtros" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ flexGrow: 1, overflowY: 'auto', px: 2, pb: 2 }}>
        {sort && (
          <Box sx={{ display: 'flex', py: 1 }}>
            <LeadSort sort={sort} onChange={onSort} />
          </Box>
        )}
        <FacetPanel filter={filter} onChange={onChange} />
      </Box>
      <Box sx={{ p: 2, pb: 'calc(16px + env(safe-area-inset-bottom))', borderTop: 1, borderColor: 'divider' }}>
        <Button variant="contained" fullWidth onClick={onClose}>
          {found}
        </Button>
      </Box>
    </Drawer>
  )
}
