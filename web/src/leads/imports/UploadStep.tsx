import FileIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type DragEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { importDays } from '../../../../services/leads/imports/rules.ts'
import { freeingText, isNearlyFull, usedText } from '../../../../services/platform/files/rules.ts'
import { download } from '../../core/download.ts'
import { useUpload } from './api.ts'

const sample =
  '\ufeffNome;E-mail;Telefone;CNPJ;Empresa;Situação;Origem;Responsável;Etiquetas;Data do contato;Mensagem\r\n' +
  'Ana Lima;ana.lima@example.com;(11) 98765-4321;;;Novo;indicação;;VIP;05/03/2026;Quer um orçamento\r\n' +
  'Beto Reis;beto@example.com;(21) 2345-6789;11.222.333/0001-81;Padaria do Beto;Em contato;feira;;;06/03/2026;\r\n'

/** Takes the file, dropped or chosen, or what was copied from a spreadsheet. */
export function UploadStep() {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [pasted, setPasted] = useState<string | null>(null)
  const [part, setPart] = useState(0)
  const { space, sending } = useUpload(setPart)
  // Given with the call, so that nobody who has gone to another page meanwhile is taken away from it.
  const send = (file: Blob, name: string) =>
    sending.isPending || sending.mutate({ file, name }, { onSuccess: ({ id }) => void navigate(`/leads/import/${id}`) })

  const take = (file: File | undefined) => file && send(file, file.name)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2 }}>
      {sending.error && <Alert severity="error">{sending.error.message}</Alert>}
      {space && isNearlyFull(space) && !sending.error && (
        <Alert severity="warning">
          O espaço para arquivos de importação está quase no fim: {usedText(space)} em uso.{' '}
          {freeingText(space, 'import')}
        </Alert>
      )}
      <Box
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'grid',
          justifyItems: 'center',
          gap: 1,
          textAlign: 'center',
          p: { xs: 3, sm: 5 },
          borderRadius: 2,
          border: '2px dashed',
          borderColor: over ? 'primary.main' : theme => theme.tokens.edge,
          bgcolor: over ? theme => theme.tokens.tones.brand.soft : undefined
        }}
      >
        <FileIcon aria-hidden sx={{ fontSize: 36, color: 'primary.main' }} />
        <Typography variant="h2">Escolha ou arraste o arquivo</Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          Planilha (.xlsx ou CSV) ou contatos do celular (.vcf), com até 50 MB. Nada é gravado antes de você conferir.
        </Typography>
        {space && (
          <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Espaço para arquivos: {usedText(space)} em uso. Cada um é apagado sozinho depois de {importDays} dias.
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center', mt: 1 }}>
          <Button variant="contained" disabled={sending.isPending} onClick={() => input.current?.click()}>
            Escolher arquivo
          </Button>
          <Button disabled={sending.isPending} onClick={() => setPasted(pasted === null ? '' : null)}>
            Colar da planilha
          </Button>
          <Button onClick={() => download('modelo-de-leads.csv', sample, 'text/csv;charset=utf-8')}>
            Baixar um modelo
          </Button>
        </Box>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Arquivo"
          accept=".csv,.txt,.tsv,.xlsx,.vcf,text/csv,text/vcard,text/x-vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={event => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Box>
      {sending.isPending && (
        <div>
          <LinearProgress aria-label="Envio do arquivo" variant="determinate" value={part * 100} />
          <Typography role="status" sx={{ mt: 1, fontSize: '0.875rem', color: 'text.secondary' }}>
            {part < 1 ? `Enviando: ${Math.round(part * 100)}%` : 'Lendo o arquivo'}
          </Typography>
        </div>
      )}
      {pasted !== null && (
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <TextField
            autoFocus
            fullWidth
            multiline
            minRows={5}
            maxRows={14}
            label="Linhas copiadas"
            helperText="Copie as linhas na planilha, com os títulos, e cole aqui."
            value={pasted}
            onChange={event => setPasted(event.target.value)}
          />
          <Button
            variant="contained"
            disabled={!pasted.trim() || sending.isPending}
            onClick={() => send(new Blob([pasted]), 'Linhas coladas')}
          >
            Continuar
          </Button>
        </Box>
      )}
    </Card>
  )
}
