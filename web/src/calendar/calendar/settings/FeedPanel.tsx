import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { formatDateTime } from '../../../core/format.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useFeed, useFeedEnd, useFeedMake } from '../api.ts'

/** The person's own appointments in the calendar of their telephone. */
export function FeedPanel() {
  const { data: feed, error, refetch } = useFeed()
  const [url, setUrl] = useState('')
  const [onlyBusy, setOnlyBusy] = useState(false)
  const make = useFeedMake(made => setUrl(made.url))
  const end = useFeedEnd(() => setUrl(''))
  const zone = useTimeZone()
  const busy = make.isPending || end.isPending
  const active = feed?.createdAt ?? null
  return (
    <Panel title="Assinar no meu celular">
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ color: 'text.secondary' }}>
          Um endereço só seu leva os seus compromissos ao Google Agenda, ao iPhone ou ao Outlook, que os atualizam
          sozinhos.
        </Box>
        {error && !feed && (
          <Failure title="Falha ao carregar o endereço da agenda" error={error} onRetry={() => void refetch()} />
        )}
        {!feed && !error && <Skeleton variant="rounded" height={40} aria-label="Carregando o endereço da agenda" />}
        {url && <Address url={url} />}
        {feed && active && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            Criado em {formatDateTime(active, zone)}
            {feed.detail === 'busy' && ', só com “Ocupado”'}.{' '}
            {feed.readAt ? `Lido pela última vez em ${formatDateTime(feed.readAt, zone)}.` : 'Ainda não foi lido.'}
          </Box>
        )}
        {feed && (
          <FormControlLabel
            control={<Switch checked={onlyBusy} onChange={(_, on) => setOnlyBusy(on)} />}
            label="O endereço novo mostra só “Ocupado”, sem nomes nem lugares"
          />
        )}
        {feed && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              variant="outlined"
              aria-busy={busy}
              onClick={() => !busy && make.mutate(onlyBusy ? 'busy' : 'full')}
            >
              {active ? 'Gerar outro endereço' : 'Gerar endereço'}
            </Button>
            {active && (
              <Button color="error" aria-busy={busy} onClick={() => !busy && end.mutate(undefined)}>
                Encerrar
              </Button>
            )}
          </Box>
        )}
        {active && !url && (
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            O endereço só aparece quando é gerado. Gerar outro encerra o anterior.
          </Box>
        )}
      </Box>
    </Panel>
  )
}

function Address({ url }: { url: string }) {
  const notify = useNotify()
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      notify('Endereço copiado', { type: 'success' })
    } catch {
      // Browsers refuse the clipboard outside https and localhost; the text can be selected.
      notify('Não foi possível copiar. Selecione o endereço e copie.', { type: 'warning' })
    }
  }
  return (
    <Alert severity="info" icon={false} sx={{ '& .MuiAlert-message': { width: '100%', display: 'grid', gap: 1.5 } }}>
      <Box>Copie agora: por segurança, o endereço não aparece de novo. Quem o tem lê a sua agenda.</Box>
      <TextField
        label="Endereço da minha agenda"
        value={url}
        fullWidth
        onFocus={event => event.target.select()}
        slotProps={{ htmlInput: { readOnly: true }, inputLabel: { shrink: true } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button variant="contained" onClick={() => void copy()}>
          Copiar endereço
        </Button>
        <Link href={url.replace(/^https?:/, 'webcal:')}>Abrir no aplicativo de agenda</Link>
      </Box>
    </Alert>
  )
}
