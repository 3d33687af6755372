import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { type Series, useSeriesCopy, useSeriesMove, useSeriesRemoval } from './api.ts'
import { reachText } from './words.ts'

/** What a series waits for: to be on, for the first time or after a pause. */
export function SeriesPrimary({ series: { id, state, kind, reach } }: { series: Series }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const move = useSeriesMove(id, close)
  return (
    <>
      {state === 'paused' && (
        <Button variant="contained" aria-busy={move.isPending} onClick={() => move.isPending || move.mutate('on')}>
          Continuar
        </Button>
      )}
      {state === 'off' && (
        <Button variant="contained" onClick={() => setOpen(true)}>
          Ligar
        </Button>
      )}
      {open && (
        <ConfirmDialog
          title="Ligar esta sequência?"
          action="Ligar"
          busy={move.isPending}
          safe
          onClose={close}
          onDo={() => move.mutate('on')}
        >
          {reachText(kind, reach)} Os e-mails saem com os modelos como estão agora.
        </ConfirmDialog>
      )}
    </>
  )
}

/** What else can be done with a series where it is. */
export function SeriesActions({ series }: { series: Series }) {
  const { id, state, steps } = series
  const navigate = useNavigate()
  const [pending, setPending] = useState<'off' | 'remove' | null>(null)
  const close = () => setPending(null)
  const move = useSeriesMove(id, close)
  const copy = useSeriesCopy(made => void navigate(`/email/series/${made.id}`))
  const remove = useSeriesRemoval(id, () => void navigate('/email?aba=series', { replace: true }))
  return (
    <>
      {state === 'off' && <Button onClick={() => setPending('remove')}>Excluir</Button>}
      {/* A step without its template cannot be written anew. */}
      {steps.every(({ templateName }) => templateName !== null) && (
        <Button aria-busy={copy.isPending} onClick={() => copy.isPending || copy.mutate(series)}>
          Duplicar
        </Button>
      )}
      {state !== 'off' && <Button onClick={() => setPending('off')}>Desligar</Button>}
      {state === 'on' && (
        <Button variant="outlined" aria-busy={move.isPending} onClick={() => move.isPending || move.mutate('pause')}>
          Pausar
        </Button>
      )}
      {pending === 'off' && (
        <ConfirmDialog
          title="Desligar esta sequência?"
          action="Desligar"
          busy={move.isPending}
          onClose={close}
          onDo={() => move.mutate('off')}
        >
          Quem está no meio dela não recebe as próximas etapas, nem se ela for ligada de novo. Para só parar um pouco,
          use Pausar.
        </ConfirmDialog>
      )}
      {pending === 'remove' && (
        <ConfirmDialog
          title="Excluir esta sequência?"
          action="Excluir"
          busy={remove.isPending}
          onClose={close}
          onDo={() => remove.mutate()}
        >
          Ela não poderá ser recuperada. O que já foi enviado continua na linha do tempo de cada lead.
        </ConfirmDialog>
      )}
    </>
  )
}
