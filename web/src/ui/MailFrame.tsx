import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'

type Props = {
  html: string
  /** CSS pixels of the window in which the mail is shown; made smaller where there is less room. */
  width: number
  /** Whether links open, as where a mail is read; not where it is written. */
  links?: boolean
  sx: SxProps<Theme>
}

/**
 * A mail in a frame of its own, which can neither run anything nor reach the page:
 * services/marketing/mailTemplates/previewFrame.ts.
 */
export function MailFrame({ html, width, links = false, sx }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const [room, setRoom] = useState(width)
  const scale = Math.min(1, room / width)

  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<{ type?: string }>) => {
      if (source === frame.current?.contentWindow && data?.type === 'prosa:mail-ready') setReady(true)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])

  useEffect(() => {
    // Its origin is opaque, so no other can be named.
    if (ready) frame.current?.contentWindow?.postMessage({ type: 'prosa:mail', html }, '*')
  }, [ready, html])

  return (
    <Box ref={box} sx={sx} style={{ overflow: 'hidden' }}>
      <Box
        component="iframe"
        ref={frame}
        title={links ? 'E-mail' : 'Prévia do e-mail'}
        src={links ? '/email-reader' : '/email-preview'}
        sandbox={links ? 'allow-scripts allow-popups allow-popups-to-escape-sandbox' : 'allow-scripts'}
        sx={{
          display: 'block',
          mx: 'auto',
          width: scale < 1 ? width : Math.min(width, room),
          height: `${100 / scale}%`,
          border: 0,
          transform: `scale(${scale})`,
          transformOrigin: '0 0'
        }}
      />
    </Box>
  )
}
