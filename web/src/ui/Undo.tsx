import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'

/** A toast that names the action and offers to undo it. */
export function Undo({ label, onUndo }: { label: string; onUndo: () => void }) {
  const notify = useNotify()
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      {label}
      <Button
        size="small"
        color="inherit"
        sx={{ textDecoration: 'underline' }}
        onClick={() => {
          onUndo()
          // Takes the place of this toast, unless a refusal does.
          notify('Desfeito', { type: 'success' })
        }}
      >
        Desfazer
      </Button>
    </Box>
  )
}
