import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { ListBase, Pagination, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AccountMail } from '../../../../services/admin/admin/schema.ts'
import { statusLabels, statusTones } from '../../platform/email/labels.ts'
import { Moment } from '../../shell/Moment.tsx'
import { retry } from '../../shell/queryClient.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'

const newestFirst = { field: 'createdAt', order: 'DESC' } as const

const Subject = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

const columns: Column<AccountMail>[] = [
  {
    label: 'Assunto',
    title: true,
    show: ({ id, subject }) => <Subject to={`/admin/account-mails/${id}`}>{subject}</Subject>
  },
  { label: 'Para', show: ({ to }) => to },
  { label: 'Situação', show: ({ status }) => <Tag tone={statusTones[status]}>{statusLabels[status]}</Tag> },
  { label: 'Quando', show: ({ createdAt }) => <Moment at={createdAt} /> }
]

/** The mails about accounts that the application wrote: invitations, links for a new password. */
export const AccountMailList = () => (
  <ListBase<AccountMail>
    resource="account-mails"
    perPage={25}
    sort={newestFirst}
    exporter={false}
    queryOptions={{ retry, onError: () => {}, refetchInterval: 10_000 }}
  >
    <PageHead title="Caixa de saída de teste" />
    <Box component="p" sx={{ mt: -1, mb: 2.5, maxWidth: '70ch', color: 'text.secondary' }}>
      Enquanto nenhum servidor de e-mail está configurado, convites e links de senha ficam guardados aqui. Cada leitura
      fica na auditoria.
    </Box>
    <Card>
      <Mails />
    </Card>
  </ListBase>
)

function Mails() {
  const { data, error, isPending, refetch } = useListContext<AccountMail>()
  return (
    <Loaded of={{ data, error, isPending, refetch }} what="os e-mails">
      {mails =>
        mails.length === 0 ? (
          <Notice title="Nenhum e-mail ainda" text="Convites e links de senha aparecem aqui." />
        ) : (
          <>
            <Rows label="E-mails" columns={columns} rows={mails} keyOf={({ id }) => id} />
            <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
              <Pagination rowsPerPageOptions={[25, 50, 100]} />
            </Box>
          </>
        )
      }
    </Loaded>
  )
}
