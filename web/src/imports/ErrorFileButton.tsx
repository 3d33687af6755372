import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import { fetchFile } from './api.ts'

/** The rows that were not imported, to be corrected and sent again. */
export function ErrorFileButton({ id }: { id: string }) {
  const notify = useNotify()
  const save = () =>
    fetchFile(`/api/imports/${id}/errors`, 'linhas-com-erro.csv').catch((error: Error) =>
      notify(error.message, { type: 'error' })
    )
  return (
    <Button size="small" startIcon={<DownloadIcon />} onClick={() => void save()}>
      Baixar linhas com erro
    </Button>
  )
}
