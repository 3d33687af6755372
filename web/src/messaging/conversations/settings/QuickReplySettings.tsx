import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { counted } from '../../../core/format.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { useQuickReplies } from '../api.ts'

const QuickReplyDialog = onDemand(async () => (await import('../QuickReplyDialog.tsx')).QuickReplyDialog)

/** Where the texts are kept that one answers with by a slash; all channels share them. */
export function QuickReplySettings() {
  const { data } = useQuickReplies()
  const [open, setOpen] = useState(false)
  const n = data?.length ?? 0
  return (
    <>
      <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
        Textos prontos para responder: na conversa, digite / e o atalho. Os mesmos valem em todos os canais
        {n > 0 && `; há ${counted(n, 'salvo', 'salvos')}`}.
      </Box>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Editar respostas rápidas
      </Button>
      {open && <QuickReplyDialog onClose={() => setOpen(false)} />}
    </>
  )
}
