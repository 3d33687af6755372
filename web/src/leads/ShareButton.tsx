import ShareIcon from '@mui/icons-material/Share'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'

const ShareDialog = lazy(() => import('../forms/ShareDialog.tsx').then(file => ({ default: file.ShareDialog })))

/** Opens every way to bring the company's form before people; what that takes is fetched when it is wanted. */
export function ShareButton({ text, size }: { text: string; size?: 'small' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size={size} startIcon={<ShareIcon />} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {open && (
        <Suspense>
          <ShareDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
