import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import ImportIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useMay } from '../client/access.ts'

const ExportDialog = lazy(async () => ({ default: (await import('../exports/ExportDialog.tsx')).ExportDialog }))

type Props = Omit<ComponentProps<typeof ExportDialog>, 'onClose'>

/** Writes leads to a file; what that takes is fetched when it is wanted. */
export function ExportButton(props: Props) {
  const [open, setOpen] = useState(false)
  if (!useMay('export', 'leads')) return null
  return (
    <>
      <Button startIcon={<ExportIcon />} onClick={() => setOpen(true)}>
        Exportar
      </Button>
      {open && (
        <Suspense>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The way to bring a list in. */
export function ImportLink() {
  if (!useMay('import', 'leads')) return null
  return (
    <Button component={Link} to="/leads/import" startIcon={<ImportIcon />}>
      Importar
    </Button>
  )
}
