import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { erasureWord } from '../../../../services/privacy/privacy/rules.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type PrivacyRequestDetail, useErasure } from './api.ts'
import { LeadChoice } from './LeadsPanel.tsx'

type Props = { request: PrivacyRequestDetail; onRefuse: () => void }

/** Which leads go, and the word that says that it is meant. */
export function ErasePanel({ request, onRefuse }: Props) {
  const navigate = useNavigate()
  const erasure = useErasure(request.id, ({ number }) => void navigate(`/privacy-requests/certificates/${number}`))
  const [chosen, setChosen] = useState(() => request.leads.filter(({ same }) => same).map(({ id }) => id))
  const [word, setWord] = useState('')
  const ready = word.trim().toUpperCase() === erasureWord && chosen.length > 0

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!ready || erasure.isPending) return
    erasure.mutate({ leadIds: chosen, confirmation: word })
  }

  if (request.leads.length === 0)
    return (
      <Panel title="Excluir os dados">
        <Typography sx={{ mb: 2 }}>
          Nenhum lead tem o e-mail ou o telefone deste pedido. Se a busca por outro contato também não encontrar nada,
          responda que não há dados desta pessoa.
        </Typography>
        <Button variant="outlined" onClick={onRefuse}>
          Responder que não há dados
        </Button>
      </Panel>
    )
  return (
    <Panel title="Excluir os dados">
      <Typography sx={{ mb: 1.5 }}>
        A exclusão é definitiva: some o cadastro com envios, notas, tarefas, mensagens, histórico, linhas de importação
        e arquivos. Depois o sistema procura os contatos em toda a base, só conclui se não sobrar nada e emite um
        certificado. A pessoa recebe o certificado por e-mail.
      </Typography>
      <LeadChoice leads={request.leads} chosen={chosen} onChoose={setChosen} />
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, justifyItems: 'start' }}
      >
        {erasure.error && (
          <Alert severity="error" sx={{ width: '100%' }}>
            {erasure.error.message}
          </Alert>
        )}
        <TextField
          label={`Digite ${erasureWord} para confirmar`}
          value={word}
          onChange={event => setWord(event.target.value)}
          slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false, maxLength: 20 } }}
          sx={{ width: 280, maxWidth: '100%' }}
        />
        <Button type="submit" variant="contained" color="error" disabled={!ready || erasure.isPending}>
          {erasure.isPending ? 'Excluindo e conferindo...' : 'Excluir para sempre'}
        </Button>
      </Box>
    </Panel>
  )
}
