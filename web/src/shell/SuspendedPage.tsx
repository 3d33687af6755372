import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { useDocumentTitle } from '../ui/PageHead.tsx'
import { currentUser, signOut } from './account.ts'

/** Stands where the screens would, for as long as the company is shut out. */
export function SuspendedPage() {
  useDocumentTitle('Sua empresa está suspensa')

  useEffect(() => {
    void currentUser().then(person => {
      if (!person.companySuspended) location.reload()
    })
  }, [])

  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center' }}>
      <Notice
        heading="h1"
        title="Sua empresa está suspensa"
        text="O acesso foi interrompido e nada do que vocês registraram foi perdido. Fale com o nosso atendimento para voltar a usar o sistema."
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          <Button variant="contained" onClick={() => location.reload()}>
            Verificar novamente
          </Button>
          <Button variant="outlined" onClick={() => void signOut()}>
            Sair
          </Button>
        </Box>
      </Notice>
    </Box>
  )
}
