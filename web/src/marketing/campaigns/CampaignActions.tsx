import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { mayMove } from '../../../../services/marketing/campaigns/rules.ts'
import type { LeadFilter } from '../../leads/leads/filter.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Moment } from '../../shell/Moment.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { AgainDialog } from './AgainDialog.tsx'
import {
  type Campaign,
  pageOf,
  useAudience,
  useCampaignCopy,
  useCampaignMove,
  useCampaignRemoval,
  type Which
} from './api.ts'
import { BeforeSending } from './MailPanel.tsx'
import { costText, daysText, messageWords, peopleText, todayIn } from './words.ts'

/** The next step of a campaign in its state: check, send, or resume after a pause. */
export function CampaignPrimary({ campaign }: { campaign: Campaign }) {
  const { state } = campaign
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const move = useCampaignMove(campaign, close)
  return (
    <>
      {mayMove('resume', state) && (
        <Button variant="contained" aria-busy={move.isPending} onClick={() => move.isPending || move.mutate('resume')}>
          Continuar
        </Button>
      )}
      {mayMove('send', state) && (
        <Button variant="contained" onClick={() => setOpen(true)}>
          Enviar
        </Button>
      )}
      {open && (
        <SendDialog campaign={campaign} busy={move.isPending} onClose={close} onSend={() => move.mutate('send')} />
      )}
    </>
  )
}

/** The other actions that a campaign's state allows. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { state, startedAt } = campaign
  const [pending, setPending] = useState<'cancel' | 'remove' | 'again' | null>(null)
  const close = () => setPending(null)
  const navigate = useNavigate()
  const move = useCampaignMove(campaign, close)
  const copy = useCampaignCopy(campaign, made => void navigate(pageOf(made)))
  const may = (what: Parameters<typeof mayMove>[0]) => mayMove(what, state)
  const act = (what: 'prepare' | 'pause') => move.isPending || move.mutate(what)
  return (
    <>
      {may('remove') && startedAt === null && <Button onClick={() => setPending('remove')}>Excluir</Button>}
      <Button aria-busy={copy.isPending} onClick={() => copy.isPending || copy.mutate()}>
        Duplicar
      </Button>
      {(state === 'done' || state === 'cancelled') && startedAt !== null && (
        <Button onClick={() => setPending('again')}>Escrever de novo…</Button>
      )}
      {may('cancel') && <Button onClick={() => setPending('cancel')}>Cancelar campanha</Button>}
      {may('prepare') && (
        <Button variant="outlined" aria-busy={move.isPending} onClick={() => act('prepare')}>
          Conferir destinatários
        </Button>
      )}
      {may('pause') && (
        <Button variant="outlined" aria-busy={move.isPending} onClick={() => act('pause')}>
          Pausar
        </Button>
      )}
      {pending === 'cancel' && (
        <ConfirmDialog
          title="Cancelar esta campanha?"
          action="Cancelar campanha"
          busy={move.isPending}
          onClose={close}
          onDo={() => move.mutate('cancel')}
        >
          Quem ainda não recebeu não recebe mais. O que já foi enviado não volta.
        </ConfirmDialog>
      )}
      {pending === 'again' && <AgainDialog which={campaign} onClose={close} />}
      {pending === 'remove' && <RemoveDialog which={campaign} onClose={close} />}
    </>
  )
}

type Sending = { campaign: Campaign; busy: boolean; onClose: () => void; onSend: () => void }

function SendDialog({ campaign, busy, onClose, onSend }: Sending) {
  const { id, carrier, templateId, filter, state, total, scheduledAt, quietHours } = campaign
  const { data: audience } = useAudience({ carrier, filter: filter as LeadFilter, quietHours, templateId })
  const timeZone = useTimeZone()
  const later = scheduledAt !== null && Date.parse(scheduledAt) > Date.now()
  const reach = state === 'ready' && !later ? total : audience?.receive
  return (
    <ConfirmDialog
      title={later ? 'Agendar esta campanha?' : 'Enviar esta campanha?'}
      action={later ? 'Agendar' : 'Enviar agora'}
      busy={busy}
      safe
      onClose={onClose}
      onDo={onSend}
    >
      {later && scheduledAt ? (
        <>
          Ela sai em <Moment at={scheduledAt} />. Hoje seriam {reach === undefined ? 'contadas' : peopleText(reach)}.
        </>
      ) : (
        <>
          {reach === undefined ? 'O público está sendo contado.' : `Vai para ${peopleText(reach)}.`}
          {audience && ` ${daysText(audience.days, todayIn(timeZone))}`}
          {carrier === 'whatsapp' && ` Custo estimado: ${costText(audience?.cost)}.`} {messageWords[carrier].never}
        </>
      )}
      <Box sx={{ mt: 2, '&:empty': { display: 'none' } }}>{carrier === 'email' && <BeforeSending id={id} />}</Box>
    </ConfirmDialog>
  )
}

function RemoveDialog({ which, onClose }: { which: Which; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useCampaignRemoval(which, () => void navigate('/email', { replace: true }))
  return (
    <ConfirmDialog
      title="Excluir esta campanha?"
      action="Excluir"
      busy={remove.isPending}
      onClose={onClose}
      onDo={() => remove.mutate()}
    >
      Nada foi enviado. A campanha não poderá ser recuperada.
    </ConfirmDialog>
  )
}
