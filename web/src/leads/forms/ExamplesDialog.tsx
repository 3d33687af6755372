import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { examplesIn } from './examples.ts'

type Props = {
  examples: ReturnType<typeof examplesIn>
  /** To the field that comes first. */
  onWrite: (fieldId: string) => void
  onPublish: () => void
  onClose: () => void
}

/** Asks before fields are published as they were made: visitors would read the texts of an example. */
export function ExamplesDialog({ examples, onWrite, onPublish, onClose }: Props) {
  return (
    <Dialog open maxWidth="xs" onClose={onClose} aria-labelledby="examples-title">
      <DialogTitle id="examples-title">Publicar com textos de exemplo?</DialogTitle>
      <DialogContent>
        Quem abrir o formulário vai ler isto:
        <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {examples.slice(0, 5).map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
          {examples.length > 5 && <li>{`E mais ${examples.length - 5}.`}</li>}
        </Box>
      </DialogContent>
      {/* On a phone the two stand one below the other. */}
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1, '& > *': { flexShrink: 0 } }}>
        <Button onClick={onPublish}>Publicar assim mesmo</Button>
        <Button variant="contained" onClick={() => onWrite(examples[0]?.id ?? '')}>
          Escrever os textos
        </Button>
      </DialogActions>
    </Dialog>
  )
}
