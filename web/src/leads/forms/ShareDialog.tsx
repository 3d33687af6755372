import CloseIcon from '@mui/icons-material/Close'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { download, saveFile } from '../../core/download.ts'
import { useCompany } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useForms } from './api.ts'
import { bioText, embedCode, formLink, frameCode, whatsappText } from './share.ts'

type Props = { formId?: string; onClose: () => void }

/** Every way to bring a form before people: link, QR code, one's own site, WhatsApp and Instagram. */
export function ShareDialog({ formId, onClose }: Props) {
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const { data, error, isPending, refetch } = useForms()
  const [chosen, setChosen] = useState(formId)
  const forms = data?.filter(({ version }) => version > 0) ?? []
  const form = forms.find(({ id }) => id === chosen) ?? forms[0]

  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={phone} onClose={onClose} aria-labelledby="share-title">
      <DialogTitle id="share-title" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        Compartilhar formulário
        <IconButton aria-label="Fechar" onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        {isPending && <Skeleton variant="rounded" height={240} aria-hidden />}
        {error && !data && (
          <Failure title="Falha ao carregar os formulários" error={error} onRetry={() => void refetch()} />
        )}
        {data && !form && (
          <Notice title="Nenhum formulário publicado" text="Publique um formulário para compartilhar." />
        )}
        {form && forms.length > 1 && (
          <TextField
            select
            margin="dense"
            label="Formulário"
            value={form.id}
            onChange={event => setChosen(event.target.value)}
          >
            {forms.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        {form && <Ways key={form.id} slug={form.slug} name={form.name} />}
      </DialogContent>
    </Dialog>
  )
}

function Ways({ slug, name }: { slug: string; name: string }) {
  const company = useCompany()?.name ?? ''
  const link = formLink(slug)
  return (
    <>
      <Part title="Link">
        <Copyable text={link} label="link">
          <Button variant="outlined" startIcon={<OpenIcon />} href={link} target="_blank" rel="noopener">
            Abrir
          </Button>
        </Copyable>
      </Part>
      <Part title="Código QR" text="Para o balcão, o cardápio, o cartão ou a vitrine.">
        <Qr link={link} file={`qr-${slug}`} />
      </Part>
      <Part
        title="No seu site"
        text="Cole o código onde o formulário deve aparecer. A altura se ajusta sozinha e as cores são as suas."
      >
        <Copyable text={embedCode(slug)} label="código do site" code />
        <Box component="details">
          <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', py: 0.5 }}>
            Seu site não aceita scripts? Use só o iframe
          </Box>
          <Box sx={{ mt: 1 }}>
            <Copyable text={frameCode(slug, name)} label="iframe" code />
          </Box>
        </Box>
      </Part>
      <Part title="WhatsApp">
        <Copyable text={whatsappText(company, link)} label="texto do WhatsApp">
          <Button
            variant="outlined"
            startIcon={<WhatsAppIcon />}
            href={`https://wa.me/?text=${encodeURIComponent(whatsappText(company, link))}`}
            target="_blank"
            rel="noopener"
          >
            Enviar
          </Button>
        </Copyable>
      </Part>
      <Part title="Bio do Instagram">
        <Copyable text={bioText(link)} label="texto da bio" />
      </Part>
    </>
  )
}

const Part = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="h3" id={id}>
        {title}
      </Typography>
      {text && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      )}
      {children}
    </Box>
  )
}

type CopyableProps = { text: string; label: string; code?: boolean; children?: ReactNode }

function Copyable({ text, label, code = false, children }: CopyableProps) {
  const notify = useNotify()
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2500)
    } catch {
      // Browsers refuse the clipboard outside https and localhost; the text beside the button can be selected.
      notify('Não foi possível copiar. Selecione o texto e copie.', { type: 'warning' })
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1, minWidth: 0 }}>
      <Box
        component={code ? 'code' : 'p'}
        sx={{
          flex: '1 1 260px',
          minWidth: 0,
          m: 0,
          px: 1.5,
          py: 1,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: theme => theme.tokens.sunken,
          fontFamily: code ? 'ui-monospace, monospace' : 'inherit',
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          userSelect: 'all',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere'
        }}
      >
        {text}
      </Box>
      <Button
        variant="contained"
        startIcon={<CopyIcon />}
        onClick={() => void copy()}
        aria-label={copied ? undefined : `Copiar ${label}`}
      >
        <span aria-live="polite">{copied ? 'Copiado' : 'Copiar'}</span>
      </Button>
      {children}
    </Box>
  )
}

function Qr({ link, file }: { link: string; file: string }) {
  const picture = useRef<SVGSVGElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)

  function savePng() {
    canvas.current?.toBlob(png => png && saveFile(`${file}.png`, png))
  }

  function saveSvg() {
    if (!picture.current) return
    download(`${file}.svg`, new XMLSerializer().serializeToString(picture.current), 'image/svg+xml')
  }

  const drawn = { value: link, marginSize: 4, level: 'M' } as const
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Box sx={{ lineHeight: 0, borderRadius: 2, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
        <QRCodeSVG ref={picture} {...drawn} size={148} title="Código QR do formulário" />
      </Box>
      <QRCodeCanvas ref={canvas} {...drawn} size={1024} hidden style={{ display: 'none' }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={savePng}>
          Baixar PNG
        </Button>
        <Button variant="outlined" onClick={saveSvg}>
          Baixar SVG
        </Button>
      </Box>
    </Box>
  )
}
