import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { ContactChannel } from '../../../../../services/account/activities/rules.ts'
import type { LeadDetail } from '../../../../../services/leads/leads/pageSchema.ts'
import { HttpError } from '../../../core/http.ts'
import { usePhoneText } from '../../../core/phoneText.ts'
import { useMay, useSeesAllLeads } from '../../../shell/access.ts'
import { Breadcrumb } from '../../../shell/Breadcrumb.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useDocumentTitle } from '../../../ui/PageHead.tsx'
import { Stage, Stages } from '../../../ui/Stages.tsx'
import { listAddress } from '../address.ts'
import { LeadAlerts } from '../LeadAlerts.tsx'
import { LeadLoading, LeadPartsLoading } from '../LeadLoading.tsx'
import { useContact, useLead, useOpenContact } from './api.ts'
import { Composer, type ComposerTab } from './Composer.tsx'
import { Consents } from './Consents.tsx'
import { Duplicates } from './Duplicates.tsx'
import { Folded } from './Folded.tsx'
import { type Begun, FollowUp } from './FollowUp.tsx'
import { LeadData } from './LeadData.tsx'
import { LeadHead } from './LeadHead.tsx'
import { LeadMessage } from './LeadMessage.tsx'
import { NextAction } from './NextAction.tsx'
import { Origin } from './Origin.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { LeadProvider } from './shownLead.ts'
import { Timeline } from './Timeline.tsx'
import { valueText } from './values.ts'

/** One lead: what is known, what happened, and what to do next. */
export function LeadPage() {
  const { id = '' } = useParams()
  const { data: lead, error, isPending, refetch } = useLead(id)
  const navigate = useNavigate()
  const notify = useNotify()
  const survivor = lead && lead.id !== id ? lead.id : null
  // Also what was here a moment ago: somebody has deleted it, or it is no longer this person's to see.
  const gone = error instanceof HttpError && [400, 403, 404].includes(error.status)

  useEffect(() => {
    if (!survivor) return
    notify('Este lead foi mesclado com o que você vê agora.', { type: 'info' })
    void navigate(`/leads/${survivor}`, { replace: true })
  }, [survivor, navigate, notify])

  return (
    <>
      <Breadcrumb to={listAddress()} list="Leads" current={lead?.name} />
      {isPending || survivor ? (
        <LeadLoading />
      ) : lead && !gone ? (
        <Known key={lead.id} lead={lead} />
      ) : (
        <LeadMissing error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

/** As many columns as the page itself has room for: the assistant may stand beside it. */
const [two, three] = ['@740', '@880'] as const

/** Where the parts stand: three columns, two, or one in the order in which they are needed. */
const areas = {
  // The timeline comes before the facts, which are folded there.
  xs: '"next" "composer" "twins" "timeline" "data" "more"',
  [two]: '"composer next" "timeline next" "timeline data"',
  [three]: '"data composer next" "data timeline next"'
}

/** Its parts in the order in which they are drawn after the head: each stands below those before it, or beside them. */
const stages = { next: 1, composer: 2, timeline: 3, data: 4, more: 5 }

/** Milliseconds within which two presses are one contact. */
const sameContact = 10 * 60_000

function Known({ lead }: { lead: LeadDetail }) {
  const may = useMay('edit_leads')
  usePhoneText()
  const contact = useContact(lead.id)
  const unanswered = useOpenContact(lead.id)
  const [started, setStarted] = useState<Begun | null>(null)
  /** The contact whose outcome is not asked for now. */
  const [later, setLater] = useState('')
  const [tab, setTab] = useState<ComposerTab>('note')
  const note = useRef<HTMLTextAreaElement>(null)

  function begin(channel: ContactChannel): void {
    if (!may || contact.isPending) return
    // Pressed again it is still the same contact.
    const same = unanswered?.channel === channel && Date.now() - Date.parse(unanswered.at) < sameContact
    if (same) setStarted({ activityId: unanswered.activityId, outcome: null })
    else contact.mutate({ channel }, { onSuccess: ({ id }) => setStarted({ activityId: id, outcome: null }) })
  }
  function follow(next: Begun | null): void {
    setStarted(next)
    if (!next) setLater(unanswered?.activityId ?? '')
  }
  const openContact =
    may && unanswered && unanswered.activityId !== later ? { activityId: unanswered.activityId, outcome: null } : null
  const following = started ?? openContact
  function compose(next: ComposerTab): void {
    setTab(next)
    requestAnimationFrame(() => {
      document.getElementById('composer')?.scrollIntoView({ block: 'center' })
      if (next === 'note') note.current?.focus({ preventScroll: true })
    })
  }

  return (
    <LeadProvider value={lead}>
      <Stages last={stages.more}>
        <LeadHead onContact={begin} onCompose={compose} />
        <LeadAlerts marks={lead.marks} />
        <LeadMessage />
        {following && <FollowUp started={following} onChange={follow} />}
        <Stage at={stages.next} waiting={<LeadPartsLoading />}>
          <Box sx={{ containerType: 'inline-size' }}>
            <Box
              sx={{
                display: 'grid',
                gap: { xs: 2, sm: 2.5 },
                gridTemplateColumns: {
                  xs: 'minmax(0, 1fr)',
                  [two]: 'minmax(0, 3fr) minmax(0, 2fr)',
                  [three]: 'minmax(0, 280px) minmax(0, 1fr) minmax(0, 300px)'
                },
                gridTemplateAreas: areas,
                gridTemplateRows: { [two]: 'auto auto 1fr', [three]: 'auto 1fr' },
                alignItems: 'start'
              }}
            >
              <Box sx={{ gridArea: 'data', minWidth: 0 }}>
                <Folded
                  title="Dados do lead"
                  summary={[valueText('phone', lead.phone), lead.email].filter(Boolean).join(' · ')}
                  from={two}
                >
                  <Stage at={stages.data}>
                    <LeadData />
                  </Stage>
                </Folded>
              </Box>
              {may && (
                <Box sx={{ gridArea: 'composer', minWidth: 0 }}>
                  <Stage at={stages.composer}>
                    <Composer
                      tab={tab}
                      onTab={setTab}
                      note={note}
                      onContact={outcome => setStarted({ activityId: null, outcome })}
                    />
                  </Stage>
                </Box>
              )}
              <Box
                sx={{
                  gridArea: may ? 'timeline' : { xs: 'timeline', [two]: '1 / 1 / 3 / 2', [three]: '1 / 2 / 3 / 3' },
                  minWidth: 0
                }}
              >
                <Stage at={stages.timeline}>
                  <Timeline leadId={lead.id} />
                </Stage>
              </Box>
              <Box sx={{ gridArea: 'next', display: { xs: 'contents', [two]: 'grid' }, gap: 2.5, minWidth: 0 }}>
                <Box sx={{ gridArea: { xs: 'next', [two]: 'auto' } }}>
                  <NextAction lead={lead} />
                </Box>
                <Box sx={{ gridArea: { xs: 'twins', [two]: 'auto' }, '&:empty': { display: 'none' } }}>
                  <Duplicates />
                </Box>
                <Box sx={{ gridArea: { xs: 'more', [two]: 'auto' }, minWidth: 0 }}>
                  <Folded title="Origem e consentimentos" from={two}>
                    <Stage at={stages.more}>
                      <Origin />
                      <Consents leadId={lead.id} kept={lead.consents} />
                    </Stage>
                  </Folded>
                </Box>
              </Box>
            </Box>
          </Box>
        </Stage>
        <PhoneBar onContact={begin} onNote={() => compose('note')} />
      </Stages>
    </LeadProvider>
  )
}

function LeadMissing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  useDocumentTitle('Lead')
  const gone = error instanceof HttpError && [400, 404].includes(error.status)
  const seesAll = useSeesAllLeads()
  return (
    <Card>
      {gone ? (
        <Notice
          heading="h1"
          title="Lead não encontrado"
          text={
            seesAll
              ? 'Ele pode ter sido excluído, ou o endereço está incompleto.'
              : 'Ele pode estar com outra pessoa da equipe ou ter sido excluído, ou o endereço está incompleto.'
          }
        >
          <Button component={Link} to="/leads" variant="outlined">
            Ver todos os leads
          </Button>
        </Notice>
      ) : (
        <Failure heading="h1" title="Falha ao carregar o lead" error={error} onRetry={onRetry} />
      )}
    </Card>
  )
}
