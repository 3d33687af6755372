import OfflineIcon from '@mui/icons-material/CloudOffOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeniedIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { HttpError } from '../core/http.ts'
import { useOnline } from '../core/online.ts'
import { detailsOf, ours, requestOf } from '../core/problem.ts'
import { Notice } from './Notice.tsx'
import { useShownFailure } from './shownFailures.ts'

type Props = {
  title: string
  error: Error | null | undefined
  /** `h1` where it is all that the page shows. */
  heading?: 'h1' | 'h2'
  onRetry: () => void
}

/** The failed load, its reason and a remedy: every screen fails in this one way. */
export function Failure({ title, error, heading, onRetry }: Props) {
  const online = useOnline()
  useShownFailure(error)
  const again = (
    <Button variant="outlined" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  if (!online)
    return (
      <Notice
        role="alert"
        heading={heading}
        icon={<OfflineIcon />}
        title={title}
        text="Você está sem conexão. Assim que ela voltar, carregamos de novo."
      >
        {again}
      </Notice>
    )
  if (error instanceof HttpError && error.status === 403)
    return <Notice role="alert" heading={heading} icon={<DeniedIcon />} title={title} text={error.message} />
  return (
    <Notice role="alert" heading={heading} title={title} text={error?.message}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        {again}
        {error && ours(error) && <CopyDetails error={error} />}
      </Box>
      {error && <RequestCode error={error} />}
    </Notice>
  )
}

/** The code to name when asking for help. */
export function RequestCode({ error }: { error: Error }) {
  const code = requestOf(error)
  if (!code) return null
  return (
    <Box component="p" sx={{ m: 0, mt: 1.5, fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      Código do erro: <code>{code}</code>
    </Box>
  )
}

/** Everything that somebody who helps would ask for, ready to be pasted. */
export function CopyDetails({ error }: { error: Error }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(detailsOf(error)).then(
      () => setSaid('Detalhes copiados'),
      () => setSaid('Não foi possível copiar')
    )
  return (
    <>
      <Button startIcon={<CopyIcon />} onClick={() => void copy()}>
        {said || 'Copiar detalhes'}
      </Button>
      <Box component="span" role="status" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {said}
      </Box>
    </>
  )
}
