import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import type { MailWarning } from '../../../../services/marketing/mailTemplates/rules.ts'
import type { MailDraft } from './useMailDraft.ts'
import type { Saving } from './useSave.ts'

type Props = {
  mail: MailDraft
  saving: Saving
  warnings: readonly MailWarning[]
  /** Leads to the block that a warning is about. */
  onPoint: (warning: MailWarning) => void
}

/** Notices of problems with saving, of a resumed draft, and of points to look at before the mail is sent. */
export function EditorNotices({ mail, saving, warnings, onPoint }: Props) {
  const problem = useRef<HTMLDivElement>(null)
  // Saving is asked for from anywhere on the page.
  useEffect(() => {
    if (saving.problem) problem.current?.scrollIntoView({ block: 'center' })
  }, [saving.problem])
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2, '&:empty': { display: 'none' } }}>
      {saving.problem && (
        <Alert
          severity="error"
          ref={problem}
          action={
            (saving.gone && (
              <Button color="inherit" size="small" onClick={saving.saveAsNew}>
                Salvar como novo
              </Button>
            )) ||
            (saving.conflict && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
                <Button color="inherit" size="small" onClick={() => void saving.settle(false)}>
                  Usar a versão salva
                </Button>
                <Button color="inherit" size="small" onClick={() => void saving.settle(true)}>
                  Ficar com a minha
                </Button>
              </Box>
            ))
          }
        >
          {saving.problem}
        </Alert>
      )}
      {mail.resumed && mail.dirty && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" onClick={mail.discard}>
              Descartar
            </Button>
          }
        >
          Retomamos o que você escreveu e ainda não salvou.
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert severity="warning">
          <AlertTitle>Antes de enviar</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {warnings.map(warning => (
              <li key={`${warning.block} ${warning.text}`}>
                {warning.text}
                {warning.block && (
                  <Button color="inherit" size="small" sx={{ ml: 0.5, py: 0 }} onClick={() => onPoint(warning)}>
                    Ver bloco
                  </Button>
                )}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  )
}
