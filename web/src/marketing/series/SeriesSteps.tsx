import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { recipientStates } from '../../../../services/marketing/campaigns/rules.ts'
import { exampleLine } from '../../../../services/marketing/mailTemplates/rules.ts'
import { formatNumber } from '../../core/format.ts'
import { useCompany } from '../../shell/company.ts'
import { Panel } from '../../ui/Panel.tsx'
import { pageOf } from '../campaigns/api.ts'
import { countLabels } from '../campaigns/words.ts'
import type { Series, SeriesStep } from './api.ts'
import { sentOf, whenText } from './words.ts'

const Row = styled('li')(({ theme }) => ({
  padding: '12px 0',
  overflowWrap: 'anywhere',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '&:first-of-type': { paddingTop: 0 },
  '&:last-of-type': { paddingBottom: 0 },
  '& .subject': { fontWeight: 600 },
  '& a': { fontWeight: 600, color: theme.palette.primary.main },
  '& .facts': { marginTop: 2, fontSize: '0.8125rem', color: theme.palette.text.secondary }
}))

/** The steps of a series as they are sent, and what came of each. */
export function SeriesSteps({ series }: { series: Series }) {
  const { kind, steps, state } = series
  const company = useCompany()?.name ?? ''
  return (
    <Box sx={{ maxWidth: 760 }}>
      <Panel title={state === 'on' || sentOf(series) === 0 ? 'Etapas' : 'O que já saiu'}>
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {steps.map((step, n) => (
            <Row key={step.id}>
              <div className="facts">
                {n + 1}. {whenText(kind, n, step.waitHours)}
              </div>
              <div className="subject">
                {step.carrier === 'email'
                  ? exampleLine(step.subject || step.templateSubject || '', company) || 'Sem assunto'
                  : 'Mensagem pelo WhatsApp'}
              </div>
              <div className="facts">
                Modelo: {step.templateName?.replaceAll('_', ' ') ?? 'excluído'}
                {step.changed && '. O modelo mudou depois: para enviar o texto novo, pause e aperte Continuar.'}
              </div>
              <Report step={step} />
            </Row>
          ))}
        </Box>
      </Panel>
    </Box>
  )
}

function Report({ step: { id, carrier, counts } }: { step: SeriesStep }) {
  const shown = recipientStates.filter(state => (counts[state] ?? 0) > 0)
  if (shown.length === 0) return <div className="facts">Ninguém chegou a esta etapa ainda.</div>
  return (
    <Box sx={{ mt: 0.5, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
      {shown.map(state => (
        <span key={state}>
          {countLabels[state]}: <b>{formatNumber(counts[state] ?? 0)}</b>
        </span>
      ))}
      <Link to={pageOf({ id, carrier })}>Ver quem recebeu</Link>
    </Box>
  )
}
