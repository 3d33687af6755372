import DraftIcon from '@mui/icons-material/AutoAwesomeOutlined'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import { useDraftAnswer } from './api.ts'

type Props = { conversationId: string; onDraft: (text: string) => void }

/** Has the assistant write a draft of the answer, which the person reads, changes and sends. */
export function DraftButton({ conversationId, onDraft }: Props) {
  const { mutate, isPending } = useDraftAnswer(conversationId, onDraft)
  const label = isPending ? 'A assistente está escrevendo o rascunho' : 'Pedir um rascunho à assistente'
  return (
    <IconButton
      aria-label={label}
      aria-busy={isPending}
      title={label}
      onClick={() => isPending || mutate()}
      sx={{ width: 44, height: 44 }}
    >
      {isPending ? <CircularProgress size={20} aria-hidden /> : <DraftIcon />}
    </IconButton>
  )
}
