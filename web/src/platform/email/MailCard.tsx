import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import type { Mail } from '../../../../services/platform/email/schema.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { statusLabels, statusTones } from './labels.ts'

type Props = {
  mail: Pick<Mail, 'to' | 'status' | 'error' | 'text' | 'createdAt' | 'sentAt'> & Partial<Pick<Mail, 'from'>>
  timeZone?: string | undefined
  children?: ReactNode
}

/** A text with its addresses as links, as mail programs show it. */
const linked = (text: string): ReactNode[] =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move
      <Link key={place} href={part} rel="noopener noreferrer">
        {part}
      </Link>
    ) : (
      part
    )
  )

/** A mail, word for word, with what became of it. */
export const MailCard = ({ mail, timeZone, children }: Props) => (
  <Card component="article" sx={{ p: { xs: 2, sm: 2.5 } }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
      <Tag tone={statusTones[mail.status]}>{statusLabels[mail.status]}</Tag>
      {mail.from && <span>De {mail.from}</span>}
      <span>Para {mail.to}</span>
      <Box component="span" sx={{ color: 'text.secondary', ml: { sm: 'auto' } }}>
        <Moment at={mail.sentAt ?? mail.createdAt} timeZone={timeZone} />
      </Box>
    </Box>
    {mail.error && (
      <Alert severity="error" sx={{ mb: 2 }}>
        {mail.error}
      </Alert>
    )}
    <Box
      component="pre"
      sx={{
        m: 0,
        p: 2,
        borderRadius: 1,
        bgcolor: theme => theme.tokens.sunken,
        font: 'inherit',
        fontSize: '0.9375rem',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere'
      }}
    >
      {mail.text ? linked(mail.text) : 'O texto foi apagado depois do envio, porque o link nele é secreto.'}
    </Box>
    {children}
  </Card>
)
