import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Sender, senderTest, useSender } from './api.ts'
import { Records } from './Records.tsx'
import { SenderForm } from './SenderForm.tsx'
import { TestForm } from './TestForm.tsx'

/** The sender of the company's mail, step by step: the sender, the records of its domain, a test. */
export function SenderTab() {
  const { data: settings, error, refetch } = useSender()
  if (!settings && error)
    return <Failure title="Falha ao carregar o remetente" error={error} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton variant="rounded" height={320} aria-label="Carregando o remetente" />
  const { sender } = settings
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Standing sender={sender} />
      <SenderForm settings={settings} />
      {sender && <Records sender={sender} />}
      {/* An answer says nothing of settings that came after it. */}
      {sender && (
        <Panel title="3. Testar o envio">
          <TestForm key={JSON.stringify([sender.address, sender.smtp])} path={senderTest} />
        </Panel>
      )}
    </Box>
  )
}

function Standing({ sender }: { sender: Sender | null }) {
  if (!sender)
    return (
      <Alert severity="info">
        Para enviar e-mails aos seus clientes, diga quem envia e comprove que o domínio é da empresa. São três passos, e
        o segundo depende do site onde o domínio foi registrado.
      </Alert>
    )
  return sender.proved ? (
    <Alert severity="success">
      Domínio {sender.domain} comprovado. Os e-mails saem como <b>{sender.address}</b>. Conferimos de novo todo dia.
    </Alert>
  ) : (
    <Alert severity="warning">
      O domínio {sender.domain} ainda não está comprovado. Até lá, os e-mails vão só para pessoas da sua equipe.
    </Alert>
  )
}
