import DiscardIcon from '@mui/icons-material/DeleteOutlined'
import SendIcon from '@mui/icons-material/Send'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useEffect, useRef, useState } from 'react'
import { type ChannelKind, channelNames, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Attachment } from '../../../../services/messaging/conversations/schema.ts'
import { fileRefusal } from '../../../../services/platform/files/attachments/rules.ts'
import { sendAttachment } from './messages/api.ts'
import { recordedType, toVoiceNote, voiceBits } from './recording.ts'

/** Milliseconds of the longest voice note: what was not sent by then waits for the person. */
const longest = 15 * 60_000

const refusals: Record<string, string> = {
  NotAllowedError:
    'O navegador não deixou usar o microfone. Permita o microfone nas configurações dele e tente de novo.',
  NotFoundError: 'Nenhum microfone foi encontrado. Ligue um e tente de novo.',
  NotReadableError: 'O microfone está em uso por outro programa. Feche-o e tente de novo.'
}

type Step = 'asking' | 'recording' | 'full' | 'sending'

type Props = {
  conversationId: string
  channel: ChannelKind
  /** Hands over the note, which is at the server and waits to be sent. */
  onNote: (note: Attachment) => void
  onClose: () => void
}

/** Records a voice note in place of the box; nothing is sent before the person says so. */
export function VoiceRecorder({ conversationId, channel, onNote, onClose }: Props) {
  const [step, setStep] = useState<Step>('asking')
  const [problem, setProblem] = useState<string | null>(null)
  const [seconds, setSeconds] = useState(0)
  const recorder = useRef<MediaRecorder>(undefined)
  const parts = useRef<Blob[]>([])
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let gone = false
    let stream: MediaStream | undefined
    const timers: ReturnType<typeof setTimeout>[] = []
    async function record(): Promise<void> {
      const mimeType = recordedType()
      if (!navigator.mediaDevices || !mimeType)
        return setProblem('Este navegador não grava áudio aqui. Grave no celular e anexe o arquivo.')
      stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
      if (gone) return end()
      const running = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: voiceBits })
      running.ondataavailable = ({ data }) => parts.current.push(data)
      recorder.current = running
      running.start(1000)
      setStep('recording')
      const began = Date.now()
      timers.push(setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 250))
      timers.push(setTimeout(() => running.stop(), longest))
      // Also where the microphone is unplugged: what was said until then can be sent.
      running.onstop = () => {
        for (const timer of timers) clearInterval(timer)
        setStep(step => (step === 'recording' ? 'full' : step))
      }
    }
    // The microphone is let go whatever comes, or its light stays on.
    function end(): void {
      for (const timer of timers) clearInterval(timer)
      if (recorder.current?.state === 'recording') recorder.current.stop()
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    record().catch((error: Error) => setProblem(refusals[error.name] ?? 'O áudio não pôde ser gravado. Tente de novo.'))
    bar.current?.focus()
    return () => {
      gone = true
      end()
    }
  }, [])

  async function finish(): Promise<void> {
    if (step !== 'recording' && step !== 'full') return
    setStep('sending')
    try {
      await stopped(recorder.current)
      const { types } = channelRules[channel].files.audio
      const note = await toVoiceNote(new Blob(parts.current), types)
      if (note === null) throw new Error('O áudio saiu sem som. Descarte, confira o microfone e grave de novo.')
      if (!note) throw new Error(unfit(channel))
      const refusal = fileRefusal(channelRules[channel], note.type, note.size)
      if (refusal) throw new Error(refusal)
      const { signal } = new AbortController()
      onNote(await sendAttachment(conversationId, note, { onProgress: () => {}, signal }))
    } catch (error) {
      setStep('full')
      setProblem((error as Error).message)
    }
  }

  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <Box
      ref={bar}
      role="group"
      aria-label="Gravação de áudio"
      tabIndex={-1}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      sx={{ display: 'grid', gap: 1, pt: 0.5, outline: 'none' }}
    >
      {problem && <Alert severity="error">{problem}</Alert>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48 }}>
        <IconButton aria-label="Descartar o áudio" title="Descartar" onClick={onClose} sx={{ width: 44, height: 44 }}>
          <DiscardIcon />
        </IconButton>
        {step === 'recording' && <Box sx={{ width: 12, height: 12, borderRadius: '50%', bgcolor: 'error.main' }} />}
        <Box role="timer" sx={{ flexGrow: 1, fontVariantNumeric: 'tabular-nums' }}>
          {step === 'asking' && !problem && 'Permita o microfone…'}
          {step === 'recording' && `Gravando ${clock}`}
          {step === 'full' && `Áudio de ${clock}`}
          {step === 'sending' && 'Enviando o áudio…'}
        </Box>
        <IconButton
          color="primary"
          aria-label="Enviar o áudio"
          title="Enviar o áudio"
          aria-busy={step === 'sending'}
          disabled={step === 'asking' || seconds < 1}
          onClick={() => void finish()}
          sx={{ width: 44, height: 44 }}
        >
          <SendIcon />
        </IconButton>
      </Box>
    </Box>
  )
}

const unfit = (channel: ChannelKind): string =>
  `Este navegador grava em um formato que o ${channelNames[channel]} não aceita. Grave no celular e anexe o arquivo.`

/** Resolves once the last part of the recording is here. */
const stopped = (recorder: MediaRecorder | undefined): Promise<void> =>
  new Promise(resolve => {
    if (!recorder || recorder.state === 'inactive') return resolve()
    recorder.addEventListener('stop', () => resolve(), { once: true })
    recorder.stop()
  })
