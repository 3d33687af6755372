import EditIcon from '@mui/icons-material/EditOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { Address, AddressKind } from '../../../../../services/leads/leads/addresses/rules.ts'
import { phoneText } from '../../../core/phoneText.ts'
import { useMay } from '../../../shell/access.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { noteContact } from '../api.ts'
import { callLink, mailLink, whatsappLink } from '../contact.ts'
import { FieldHistory } from './FieldHistory.tsx'
import { useShownLead } from './shownLead.ts'
import { Wrapped } from './Wrapped.tsx'

const AddressesDialog = onDemand(async () => (await import('./AddressesDialog.tsx')).AddressesDialog)

/** The telephones and e-mails beside the main ones, each with its ways, and the form of all of them. */
export function Further({ editable }: { editable: boolean }) {
  const lead = useShownLead()
  const [open, setOpen] = useState(false)
  const others = { phones: lead.phones.slice(1), emails: lead.emails.slice(1) }
  const has = others.phones.length + others.emails.length > 0
  if (!has && !editable) return null
  return (
    <Box>
      {has && (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', color: 'text.secondary', fontSize: '0.8125rem' }}>
            <Box component="span" sx={{ flexGrow: 1 }}>
              Outros telefones e e-mails
            </Box>
            <FieldHistory leadId={lead.id} field="phones" title="Todos os telefones" />
          </Box>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {(['phones', 'emails'] as const).flatMap(kind =>
              others[kind].map(address => <Line key={`${kind} ${address.value}`} kind={kind} address={address} />)
            )}
          </Box>
        </>
      )}
      {editable && (
        <Button size="small" startIcon={<EditIcon />} onClick={() => setOpen(true)} sx={{ ml: -0.625 }}>
          Telefones e e-mails
        </Button>
      )}
      {open && <AddressesDialog lead={lead} onClose={() => setOpen(false)} />}
    </Box>
  )
}

function Line({ kind, address: { value, label, canMessage } }: { kind: AddressKind; address: Address }) {
  const { id, name } = useShownLead()
  const notes = useMay('edit_leads')
  const shown = kind === 'phones' ? phoneText(value) : value
  const ways =
    kind === 'phones'
      ? [
          {
            channel: 'whatsapp' as const,
            href: canMessage ? whatsappLink(value) : null,
            label: `Conversar com ${name} no WhatsApp por ${shown}`,
            icon: <WhatsAppIcon fontSize="small" />
          },
          {
            channel: 'phone' as const,
            href: callLink(value),
            label: `Ligar para ${shown}`,
            icon: <PhoneIcon fontSize="small" />
          }
        ]
      : [
          {
            channel: 'email' as const,
            href: canMessage ? mailLink(value) : null,
            label: `Escrever para ${shown}`,
            icon: <MailIcon fontSize="small" />
          }
        ]
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', minHeight: 36, minWidth: 0 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.9375rem' }}>
        {kind === 'emails' ? <Wrapped email={value} /> : shown}
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem', ml: 0.75 }}>
          {besideText({ label, canMessage })}
        </Box>
      </Box>
      {ways.map(
        ({ channel, href, label, icon }) =>
          href && (
            <IconButton
              key={channel}
              size="small"
              component="a"
              href={href}
              aria-label={label}
              title={label}
              {...(channel === 'whatsapp' && { target: '_blank', rel: 'noopener noreferrer' })}
              onClick={() => notes && noteContact(id, channel)}
              sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
            >
              {icon}
            </IconButton>
          )
      )}
    </Box>
  )
}

/** The label of an address, and whether it may be written to. */
export const besideText = ({ label, canMessage }: Pick<Address, 'label' | 'canMessage'>): string =>
  [label, canMessage ? null : 'não recebe mensagens'].filter(Boolean).join(' · ')
