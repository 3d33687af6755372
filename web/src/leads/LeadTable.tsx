import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { DataTable, useStore } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatPhone } from '../../../services/leads/rules.ts'
import type { Lead } from '../../../services/leads/schema.ts'
import { topBarHeight } from '../client/parts/frame.ts'
import { Moment } from '../client/parts/Moment.tsx'
import { ContactLinks } from './ContactLinks.tsx'
import { columnLabels } from './columns.ts'
import { mailLink } from './contact.ts'
import { sourceLabel } from './labels.ts'
import { MarksIcon } from './MarksIcon.tsx'
import { StatusTag } from './StatusTag.tsx'

const Column = DataTable.Col<Lead>

const Cut = styled('span')({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap'
})

const NameLink = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

const MailAddress = styled('a')(({ theme }) => ({
  color: theme.palette.text.secondary,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

const stop = (event: { stopPropagation(): void }) => event.stopPropagation()

/** Where all columns fit beside the menu. */
const roomy = '@media (min-width: 1000px)'

/**
 * A column that takes this share of the room that the others leave, and cuts what is longer. On smaller screens the
 * table scrolls sideways instead.
 */
const elastic = (share: string) => ({ [roomy]: { width: share, maxWidth: 0 } })

const cut = (widest: number) => ({ maxWidth: widest, [roomy]: { maxWidth: 'none' } })

/** The leads of a page as rows; a click on one opens it. */
export function LeadTable({ timeZone }: { timeZone: string | undefined }) {
  const [density] = useStore<'small' | 'medium'>('leads.density', 'small')
  return (
    <DataTable<Lead>
      rowClick="edit"
      size={density}
      bulkActionButtons={false}
      sx={{
        '& .RaDataTable-tableWrapper': { overflowX: 'auto', [roomy]: { overflowX: 'visible' } },
        '& .RaDataTable-headerCell': {
          position: 'sticky',
          top: 0,
          [roomy]: { top: topBarHeight },
          zIndex: 1,
          bgcolor: theme => theme.tokens.sunken
        },
        '& .MuiTableCell-root': { px: 1, fontSize: '0.8125rem' },
        '& .MuiTableCell-root:first-of-type': { pl: 2 },
        '& .MuiTableRow-root:last-of-type .MuiTableCell-body': { borderBottom: 0 }
      }}
    >
      <Column
        source="name"
        label={columnLabels.name}
        sx={elastic('26%')}
        render={({ id, name }) => (
          <Cut sx={{ minWidth: 110, ...cut(190) }} title={name}>
            <NameLink to={`/leads/${id}`} onClick={stop}>
              {name}
            </NameLink>
          </Cut>
        )}
      />
      <Column
        source="phone"
        label={columnLabels.phone}
        disableSort
        render={({ name, phone }) =>
          phone && (
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}>
              <Cut sx={{ maxWidth: 150 }}>{formatPhone(phone)}</Cut>
              <ContactLinks name={name} phone={phone} />
            </Box>
          )
        }
      />
      <Column
        source="email"
        label={columnLabels.email}
        sx={elastic('26%')}
        render={({ email }) =>
          email && (
            <Cut sx={{ minWidth: 100, ...cut(180) }} title={email}>
              <MailAddress href={mailLink(email)} onClick={stop}>
                {email}
              </MailAddress>
            </Cut>
          )
        }
      />
      <Column source="status" label={columnLabels.status} render={({ status }) => <StatusTag status={status} />} />
      <Column
        source="ownerName"
        label={columnLabels.ownerName}
        disableSort
        sx={elastic('16%')}
        render={({ ownerName }) =>
          ownerName && (
            <Cut sx={{ minWidth: 84, ...cut(120) }} title={ownerName}>
              {ownerName}
            </Cut>
          )
        }
      />
      <Column
        source="source"
        label={columnLabels.source}
        sx={elastic('16%')}
        render={({ source }) => (
          <Cut sx={{ minWidth: 70, ...cut(110) }} title={sourceLabel(source)}>
            {sourceLabel(source)}
          </Cut>
        )}
      />
      <Column
        source="marks"
        label={columnLabels.marks}
        disableSort
        align="center"
        render={({ marks }) => <MarksIcon marks={marks} />}
      />
      <Column
        source="receivedAt"
        label={columnLabels.receivedAt}
        sortByOrder="DESC"
        render={({ receivedAt }) => (
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            <Moment at={receivedAt} timeZone={timeZone} />
          </Box>
        )}
      />
    </DataTable>
  )
}
