import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { CompanyFilter, type CompanyOption } from '../../account/companies/CompanyFilter.tsx'
import { Ask } from '../../ui/Ask.tsx'
import { type DeskTicket, usePlacing } from './api.ts'

/** Assigns a ticket to a company. Moving it from one to another needs the typed name of the former. */
export function PlaceDialog({ ticket, onClose }: { ticket: DeskTicket; onClose: () => void }) {
  const { id, number, companyName, requesterEmail } = ticket
  const [company, setCompany] = useState<CompanyOption | null>(null)
  const [confirmName, setConfirmName] = useState('')
  const place = usePlacing(id, { onDone: onClose })
  const ready = company !== null && (companyName === null || confirmName.trim() === companyName)
  return (
    <Ask
      open
      title={companyName ? `Mudar a empresa de #${number}` : `De qual empresa é #${number}?`}
      action={companyName ? 'Mudar empresa' : 'Escolher'}
      danger={companyName !== null}
      busy={!ready || place.isPending}
      onClose={onClose}
      onSubmit={() =>
        ready && place.mutate({ companyId: company.id, ...(companyName && { confirmName: confirmName.trim() }) })
      }
    >
      {companyName ? (
        <Alert severity="warning">
          A conversa inteira deixa de ser vista por {companyName} e passa a ser vista pela outra empresa.
        </Alert>
      ) : (
        <span>
          {requesterEmail ? `Quem escreveu usa ${requesterEmail}. ` : ''}A empresa escolhida passa a ver a conversa.
        </span>
      )}
      <CompanyFilter own={false} value={company} onChange={setCompany} />
      {companyName && (
        <TextField
          fullWidth
          label={`Digite “${companyName}” para confirmar`}
          value={confirmName}
          onChange={event => setConfirmName(event.target.value)}
        />
      )}
    </Ask>
  )
}
