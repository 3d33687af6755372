import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { signInLabels } from '../../../../services/account/auth/outcomes/rules.ts'
import { planLabels } from '../../../../services/account/plans/rules.ts'
import { counted } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Fact, FactList } from '../tickets/Fact.tsx'
import { screenLabels, staffStatusLabel } from '../tickets/words.ts'
import { type DeskTicket, useCompanyCard, usePlacing } from './api.ts'
import { DoubtfulMail } from './DoubtfulMail.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const used = ({ used, limit }: { used: number; limit: number | null }): string =>
  limit === null ? `${used}` : `${used} de ${limit}`

/** Whether somebody else may have written a mail of the ticket. */
const isDoubtful = ({ messages }: DeskTicket): boolean =>
  messages.some(({ side, senderProof }) => side === 'client' && senderProof !== null && senderProof !== 'confirmed')

/** The asking person: their company, its plan and use, their latest failures and earlier tickets. */
export function CompanyPanel({ ticket }: { ticket: DeskTicket }) {
  const { id, requesterEmail, screen, context, mergedInto, likely } = ticket
  const place = usePlacing(id, {})
  const reading = useCompanyCard(id)
  const [placing, setPlacing] = useState(false)
  const moves = useMay('manage_companies')
  return (
    <Panel title="Quem pede">
      {isDoubtful(ticket) && <DoubtfulMail />}
      <Loaded of={reading} what="a empresa">
        {({ companyId, name, plan, active, leads, users, requester, signIns, error, previous }) => (
          <FactList>
            <Fact label="Empresa">
              {companyId ? <Link to={`/admin/companies/${companyId}`}>{name}</Link> : 'Sem empresa'}
              {!active && companyId && ' (suspensa)'}
              {!mergedInto && (companyId === null || moves) && (
                <div>
                  {likely && (
                    <Button
                      size="small"
                      variant="outlined"
                      disabled={place.isPending}
                      onClick={() => place.mutate({ companyId: likely.companyId, requesterId: likely.requesterId })}
                      sx={{ my: 0.5 }}
                    >
                      Passar para {likely.companyName} ({likely.requesterName})
                    </Button>
                  )}
                  <Button size="small" sx={{ ml: -1 }} onClick={() => setPlacing(true)}>
                    {companyId === null ? 'Escolher a empresa' : 'Mudar a empresa'}
                  </Button>
                </div>
              )}
            </Fact>
            <Fact label="Pessoa">
              {requester?.name}
              <Box sx={{ overflowWrap: 'anywhere' }}>{requester?.email ?? requesterEmail}</Box>
              {requester?.seenAt && (
                <Box sx={{ color: 'text.secondary' }}>
                  Visto <Moment at={requester.seenAt} relative />
                </Box>
              )}
            </Fact>
            {plan && (
              <Fact third label="Plano">
                {planLabels[plan as keyof typeof planLabels] ?? plan}
              </Fact>
            )}
            {leads && (
              <Fact third label="Leads no mês">
                {used(leads)}
              </Fact>
            )}
            {users && (
              <Fact third label="Pessoas">
                {used(users)}
              </Fact>
            )}
            {screen && <Fact label="Tela">{screenLabels[screen] ?? screen}</Fact>}
            {text(context.browser) && <Fact label="Navegador">{text(context.browser)}</Fact>}
            {text(context.version) && <Fact label="Versão">{text(context.version)}</Fact>}
            {error && (
              <Fact label="Falha informada">
                {error.message} ({error.route}, {counted(error.count, 'vez', 'vezes')})
              </Fact>
            )}
            {signIns.length > 0 && (
              <Fact label="Entradas recusadas">
                {signIns.map(({ at, outcome }) => (
                  <div key={at}>
                    <Moment at={at} /> · {signInLabels[outcome] ?? outcome}
                  </div>
                ))}
              </Fact>
            )}
            {previous.length > 0 && (
              <Fact label="Outros chamados">
                {previous.map(other => (
                  <div key={other.id}>
                    <Link to={`/admin/tickets/${other.id}`}>
                      #{other.number} {other.subject}
                    </Link>{' '}
                    · {staffStatusLabel(other.status)}
                  </div>
                ))}
              </Fact>
            )}
          </FactList>
        )}
      </Loaded>
      {placing && <PlaceDialog ticket={ticket} onClose={() => setPlacing(false)} />}
    </Panel>
  )
}
