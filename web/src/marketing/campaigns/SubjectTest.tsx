import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { type Variant, variants } from '../../../../services/marketing/campaigns/rules.ts'
import { exampleLine } from '../../../../services/marketing/mailTemplates/rules.ts'
import { formatNumber } from '../../core/format.ts'
import { useCompany } from '../../shell/company.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Campaign } from './api.ts'
import { peopleText } from './words.ts'

const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  padding: '10px 0',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '& .subject': { minWidth: 0, flex: '1 1 240px', overflowWrap: 'anywhere' },
  '& .facts': { fontSize: '0.8125rem', color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' }
}))

const shareText = (part: number, whole: number): string =>
  whole === 0 ? '' : ` (${((100 * part) / whole).toLocaleString('pt-BR', { maximumFractionDigits: 1 })}%)`

type Props = { campaign: Campaign; test: NonNullable<Campaign['test']> }

/** How two subjects fared with those who tested them, and which one the others get. */
export function SubjectTest({ campaign: { subject, state, templateName }, test }: Props) {
  const company = useCompany()?.name ?? ''
  const { decidesAt, winner, result } = test
  const subjects: Record<Variant, string> = {
    a: subject || `O do modelo${templateName ? ` “${templateName}”` : ''}`,
    b: test.subject
  }
  return (
    <Panel title="Teste de assunto">
      <Box component="ul" aria-label="Assuntos do teste" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {variants.map(variant => {
          const { sent, clicked } = result[variant]
          return (
            <Row key={variant}>
              <span className="subject">
                <b>{variant.toUpperCase()}.</b> {exampleLine(subjects[variant], company)}
              </span>
              <span className="facts">
                Enviado a {peopleText(sent)}, {formatNumber(clicked)} {clicked === 1 ? 'clicou' : 'clicaram'}
                {shareText(clicked, sent)}
              </span>
              {winner === variant && <Tag tone="success">Escolhido</Tag>}
            </Row>
          )
        })}
      </Box>
      <Box role="status" sx={{ mt: 1.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
        {winner ? (
          `Os números são os do teste, quando o assunto foi escolhido. Os demais ${state === 'done' ? 'receberam' : 'recebem'} o assunto ${winner.toUpperCase()}.`
        ) : decidesAt && state === 'sending' ? (
          <>
            O assunto que mais pessoas clicarem é escolhido em <Moment at={decidesAt} />.
          </>
        ) : state === 'done' ? (
          'O público era pequeno: todos receberam no teste.'
        ) : (
          'O assunto é escolhido depois que o teste inteiro sair.'
        )}
      </Box>
    </Panel>
  )
}
