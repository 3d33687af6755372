import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Message } from '../../../../services/messaging/conversations/schema.ts'
import { messageWords } from './words.ts'

/** The message that is being answered, above what is written. */
export function Quote({ message, person, onRemove }: { message: Message; person: string; onRemove: () => void }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 1.5, borderLeft: 3, borderColor: 'primary.main' }}>
      <Box sx={{ flexGrow: 1, minWidth: 0, fontSize: '0.8125rem' }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          Em resposta a {message.direction === 'in' ? person : (message.author ?? 'sua empresa')}
        </Box>
        <Box
          dir="auto"
          sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {messageWords(message.kind, message.text)}
        </Box>
      </Box>
      <IconButton size="small" aria-label="Não responder a esta mensagem" onClick={onRemove}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
