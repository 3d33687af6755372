import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Panel } from '../../ui/Panel.tsx'
import { useOwnDataExport } from './api.ts'

/** The data kept about the person, and a copy of it. */
export function PrivacyPanel() {
  const { mutate, isPending: busy } = useOwnDataExport()
  return (
    <Panel title="Privacidade">
      <p style={{ marginTop: 0 }}>Guardamos sobre você:</p>
      <Box component="ul" sx={{ mt: 0, mb: 2, pl: 2.5, color: 'text.secondary' }}>
        <li>seus dados de cadastro: nome, e-mail, telefone, cargo e fuso horário;</li>
        <li>a senha e os códigos de recuperação, só como resumo que não pode ser lido;</li>
        <li>as sessões e os acessos, com data, endereço IP e navegador;</li>
        <li>as mensagens que o sistema enviou ao seu e-mail e o registro do que você alterou.</li>
      </Box>
      <Button variant="outlined" aria-disabled={busy || undefined} onClick={() => busy || mutate()}>
        {busy ? 'Preparando…' : 'Baixar meus dados'}
      </Button>
    </Panel>
  )
}
