import DesktopIcon from '@mui/icons-material/DesktopWindows'
import PhoneIcon from '@mui/icons-material/Smartphone'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-admin'
import type { FormContent } from '../../../../services/leads/forms/rules.ts'
import type { PublicForm } from '../../../../services/leads/forms/schema.ts'
import { dayOf } from '../../core/day.ts'
import { useCompany } from '../../shell/company.ts'
import type { PreviewAnswer, PreviewMessage } from './preview.ts'

type Props = {
  form: { id: string; source: string; version: number }
  content: FormContent
  selected: string | null
  /** Null where the fields are only for filling in. */
  onSelect: ((id: string) => void) | null
}

const widths = { phone: 375, desktop: 1024 }
type Device = keyof typeof widths

/** The public page of the draft, by the very script that visitors get, in a frame of a phone's or a desktop's width. */
export function Preview({ form, content, selected, onSelect }: Props) {
  const company = useCompany()
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [device, setDevice] = useStore<Device>('forms.device', 'phone')
  const [room, setRoom] = useState(widths.phone)
  const [ready, setReady] = useState(false)
  const width = Math.max(device === 'phone' ? Math.min(widths.phone, room) : widths.desktop, 320)
  const scale = Math.min(1, room / width)

  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<PreviewAnswer>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data.type === 'prosa:ready') setReady(true)
      else if (data.type === 'prosa:select') onSelect?.(data.field)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onSelect])

  useEffect(() => {
    if (!ready || !company) return
    const { ownerId: _, recipients: __, origins: ___, ...settings } = content.settings
    const { id, name, cnpj = null, timeZone = 'America/Sao_Paulo' } = company
    const { title, description, fields } = content
    const shown: PublicForm = {
      company: { id, name, cnpj, timeZone },
      ...form,
      title,
      description,
      fields,
      settings,
      today: dayOf(new Date())
    }
    const message: PreviewMessage = { type: 'prosa:draft', form: shown, selected }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [ready, company, content, selected, form])

  return (
    <Box component="section" aria-label="Prévia" sx={{ display: 'grid', gap: 1.5, minWidth: 0, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          O envio aqui é um teste: os dados são conferidos e nada é gravado.
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={device}
          aria-label="Tamanho da tela"
          onChange={(_, chosen: Device | null) => chosen && setDevice(chosen)}
        >
          <ToggleButton value="phone" aria-label="Celular" title="Celular">
            <PhoneIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="desktop" aria-label="Computador" title="Computador">
            <DesktopIcon fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
      </Box>
      <Box ref={box} sx={{ minWidth: 0 }}>
        <Box
          sx={{
            width: width * scale,
            maxWidth: '100%',
            height: 'clamp(420px, calc(100dvh - 300px), 900px)',
            mx: 'auto',
            overflow: 'hidden',
            border: 1,
            borderColor: 'divider',
            borderRadius: 2,
            bgcolor: 'background.default'
          }}
        >
          <Box
            component="iframe"
            ref={frame}
            title="Prévia do formulário"
            src="/leads/new?preview=1"
            sx={{
              display: 'block',
              width,
              height: `${100 / scale}%`,
              border: 0,
              transform: `scale(${scale})`,
              transformOrigin: '0 0'
            }}
          />
        </Box>
      </Box>
    </Box>
  )
}
