import UnlinkIcon from '@mui/icons-material/LinkOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { TicketLink } from '../../../../services/support/tickets/schema.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Fact, FactList } from '../tickets/Fact.tsx'
import { type DeskTicket, useLinking } from './api.ts'
import { IssueChoice } from './IssueChoice.tsx'
import { PickTicket } from './PickTicket.tsx'

/** The known issue and the tickets that a ticket belongs to, those that became a part of it, and its watchers. */
export function LinksPanel({ ticket }: { ticket: DeskTicket }) {
  const { id, links, merged, previous, next, watchers } = ticket
  const linking = useLinking(id)
  const [adding, setAdding] = useState(false)
  const set = (otherId: string, linked: boolean) => linking.isPending || linking.mutate({ otherId, linked })
  return (
    <Panel title="Ligações">
      <FactList>
        <Fact label="Problema conhecido">
          <IssueChoice ticket={ticket} />
        </Fact>
        {previous && <Fact label="Continua">{toTicket(previous)}</Fact>}
        {next.length > 0 && <Fact label="Continua em">{next.map(each => line(each))}</Fact>}
        {merged.length > 0 && <Fact label="Unidos a este">{merged.map(each => line(each))}</Fact>}
        <Fact label="Chamados ligados">
          {links.map(each =>
            line(
              each,
              <IconButton size="small" aria-label={`Desligar de #${each.number}`} onClick={() => set(each.id, false)}>
                <UnlinkIcon fontSize="small" />
              </IconButton>
            )
          )}
          {adding ? (
            <Box sx={{ mt: 1 }}>
              <PickTicket
                label="Chamado a ligar"
                value={null}
                without={[id, ...links.map(each => each.id)]}
                onChange={other => {
                  setAdding(false)
                  if (other) set(other.id, true)
                }}
              />
            </Box>
          ) : (
            <Button size="small" onClick={() => setAdding(true)} sx={{ ml: -1 }}>
              Ligar a outro chamado
            </Button>
          )}
        </Fact>
        <Fact label="Quem acompanha">{watchers.map(({ name }) => name).join(', ') || 'Ninguém'}</Fact>
      </FactList>
    </Panel>
  )
}

const toTicket = ({ id, number, subject }: TicketLink) => (
  <Link to={`/admin/tickets/${id}`}>
    #{number} {subject}
  </Link>
)

const line = (ticket: TicketLink, aside?: ReactNode) => (
  <Box key={ticket.id} sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
    <span>{toTicket(ticket)}</span>
    {aside}
  </Box>
)
