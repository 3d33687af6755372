import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Tone } from '../../core/tokens.ts'
import { PickLead } from '../../leads/leads/PickLead.tsx'
import { Moment } from '../../shell/Moment.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Series, type TriedSeries, useSeriesTry } from './api.ts'

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '10px 0',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '& .texts': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& .facts': { fontSize: '0.8125rem', color: theme.palette.text.secondary }
}))

type Outcome = TriedSeries['steps'][number]['outcome']

const outcomes: Record<Outcome, { label: string; tone: Tone; when: string }> = {
  sent: { label: 'Já recebeu', tone: 'success', when: 'Saiu em' },
  waiting: { label: 'Na fila', tone: 'info', when: 'Sai a partir de' },
  would: { label: 'Vai receber', tone: 'info', when: 'Sai em' },
  not: { label: 'Não recebe', tone: 'neutral', when: '' }
}

/** Shows the mails that one lead would get of the saved series, without sending anything. */
export function TrySeries({ series: { id, state } }: { series: Series }) {
  const [picking, setPicking] = useState(false)
  const tried = useSeriesTry(id)
  const { data } = tried
  return (
    <Box sx={{ maxWidth: 760 }}>
      <Panel title="Testar em um lead">
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <span>
            Mostra que etapas um lead receberia, e quando, ou por que não. Nada é enviado.
            {state !== 'on' && ' O teste usa o que está salvo.'}
          </span>
          <Box>
            <Button variant="outlined" aria-busy={tried.isPending} onClick={() => setPicking(true)}>
              {data ? 'Escolher outro lead' : 'Escolher um lead'}
            </Button>
          </Box>
          <Box role="status">
            {data && (
              <>
                <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{data.lead}</Box>
                {data.asIfNow && (
                  <Alert severity="info" sx={{ my: 1 }}>
                    A sequência está desligada. Este é o resultado para alguém igual, que chegasse agora com ela ligada.
                  </Alert>
                )}
                <Box component="ol" aria-label="Etapas para este lead" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                  {data.steps.map(step => (
                    <TriedStep key={step.number} step={step} />
                  ))}
                </Box>
              </>
            )}
          </Box>
        </Box>
      </Panel>
      {picking && (
        <PickLead
          title="Testar em qual lead?"
          without=""
          onClose={() => setPicking(false)}
          onPick={leadId => {
            setPicking(false)
            tried.mutate(leadId)
          }}
        />
      )}
    </Box>
  )
}

function TriedStep({ step: { number, subject, outcome, at, reason } }: { step: TriedSeries['steps'][number] }) {
  const { label, tone, when } = outcomes[outcome]
  return (
    <Row>
      <div className="texts">
        <div>
          {number}. {subject || 'Sem assunto'}
        </div>
        <div className="facts">
          {at && (
            <>
              {when} <Moment at={at} />
            </>
          )}
          {at && reason && ' · '}
          {reason}
        </div>
      </div>
      <Tag tone={tone}>{label}</Tag>
    </Row>
  )
}
