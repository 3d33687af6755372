import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { HttpError } from '../../core/http.ts'
import { Ask } from '../../ui/Ask.tsx'
import { useBackupDownload } from './api.ts'

/** Asks for the person's password again: the file has every company's data and the secrets of the installation. */
export function DownloadDialog({ file, onClose }: { file: string; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState('')
  const download = useBackupDownload(file, {
    onDone: onClose,
    onFailure: error => {
      const reason = error instanceof HttpError ? error.body.errors?.password : undefined
      setRefusal(reason ?? '')
      return reason !== undefined
    }
  })
  return (
    <Ask
      open
      title="Baixar este backup?"
      action={download.isPending ? 'Baixando…' : 'Baixar'}
      busy={download.isPending}
      onClose={onClose}
      onSubmit={() => (password === '' ? setRefusal('Digite a sua senha.') : download.mutate(password))}
    >
      <Box component="p" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {file} tem os dados de todas as empresas e os segredos da instalação. Guarde-o onde só você alcança. Quem o
        baixa fica no registro de auditoria.
      </Box>
      <TextField
        type="password"
        label="Sua senha"
        autoFocus
        fullWidth
        autoComplete="current-password"
        value={password}
        error={refusal !== ''}
        helperText={refusal}
        onChange={event => {
          setPassword(event.target.value)
          setRefusal('')
        }}
      />
    </Ask>
  )
}
