import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'

type Props = { title: ReactNode; detail: ReactNode; onDelete: () => void; deleteLabel: string; children?: ReactNode }

/** Something that was set, with the button that takes it away. */
export const Row = ({ title, detail, onDelete, deleteLabel, children }: Props) => (
  <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48 }}>
    <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 600 }}>{title}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{detail}</Box>
    </Box>
    {children}
    <IconButton size="small" aria-label={deleteLabel} onClick={onDelete}>
      <DeleteIcon fontSize="small" />
    </IconButton>
  </Box>
)

export const Rows = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
    {children}
  </Box>
)
