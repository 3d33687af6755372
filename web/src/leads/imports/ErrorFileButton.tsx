import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { useErrorFile } from './api.ts'

/** The rows that were not imported, to be corrected and sent again. */
export function ErrorFileButton({ id }: { id: string }) {
  const file = useErrorFile(id)
  return (
    <Button size="small" startIcon={<DownloadIcon />} onClick={() => file.mutate()}>
      Baixar linhas com erro
    </Button>
  )
}
