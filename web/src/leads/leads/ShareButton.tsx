import ShareIcon from '@mui/icons-material/Share'
import Button, { type ButtonProps } from '@mui/material/Button'
import { useState } from 'react'
import { onDemand } from '../../ui/onDemand.tsx'

const ShareDialog = onDemand<{ formId?: string; onClose: () => void }>(
  async () => (await import('../forms/ShareDialog.tsx')).ShareDialog
)

/** Opens every way to bring the company's form before people; what that takes is fetched when it is wanted. */
export function ShareButton({ text, size, variant }: Pick<ButtonProps, 'size' | 'variant'> & { text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size={size} variant={variant} startIcon={<ShareIcon />} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {open && <ShareDialog onClose={() => setOpen(false)} />}
    </>
  )
}
