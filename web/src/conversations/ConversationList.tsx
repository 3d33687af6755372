import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { ListBase, Pagination, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { HandOverState } from '../../../services/chat/rules.ts'
import type { HandOverRow } from '../../../services/chat/schema.ts'
import { Loaded } from '../admin/Loaded.tsx'
import { type Column, Rows } from '../admin/Table.tsx'
import { Moment } from '../shell/Moment.tsx'
import { retry } from '../shell/queryClient.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Tabs, useTab } from '../ui/Tabs.tsx'
import { Tag } from '../ui/Tag.tsx'
import { audienceLabels, stateLabels, stateTones } from './labels.ts'

const tabs: readonly { key: HandOverState; label: string; empty: { title: string; text: string } }[] = [
  {
    key: 'waiting',
    label: 'Aguardando',
    empty: { title: 'Ninguém esperando', text: 'Quem pedir para falar com uma pessoa aparece aqui com a conversa.' }
  },
  {
    key: 'taken',
    label: 'Em atendimento',
    empty: { title: 'Nada em atendimento', text: 'Assuma uma conversa que está aguardando.' }
  },
  {
    key: 'concluded',
    label: 'Concluídas',
    empty: { title: 'Nenhuma conversa concluída', text: 'As conversas concluídas pela equipe ficam aqui.' }
  }
]

const newestFirst = { field: 'askedAt', order: 'DESC' } as const

/** Conversations with the assistant in which somebody of the team is wished for. */
export default function ConversationList() {
  const state = useTab(tabs)
  return (
    <>
      <PageHead title="Conversas" aside="Quem pediu para falar com uma pessoa" />
      <Tabs tabs={tabs} label="Situação das conversas" />
      <ListBase<HandOverRow>
        key={state}
        resource="conversations"
        disableSyncWithLocation
        storeKey={false}
        filter={{ state }}
        perPage={25}
        sort={newestFirst}
        exporter={false}
        queryOptions={{ retry, onError: () => {} }}
      >
        <Card>
          <Conversations {...(tabs.find(({ key }) => key === state) ?? tabs[0])?.empty} />
        </Card>
      </ListBase>
    </>
  )
}

const NameLink = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

const columns: Column<HandOverRow>[] = [
  {
    label: 'Quem',
    title: true,
    width: '34%',
    show: ({ id, name, email }) => (
      <>
        <NameLink to={`/admin/conversations/${id}`}>{name}</NameLink>
        <Box sx={{ color: 'text.secondary' }}>{email}</Box>
      </>
    )
  },
  {
    label: 'De onde',
    show: ({ audience, companyName }) => companyName ?? audienceLabels[audience]
  },
  { label: 'Pediu', show: ({ askedAt }) => <Moment at={askedAt} relative /> },
  { label: 'Situação', show: ({ state }) => <Tag tone={stateTones[state]}>{stateLabels[state]}</Tag> },
  { label: 'Com quem', show: ({ takenByName }) => takenByName }
]

function Conversations({ title = '', text = '' }: { title?: string; text?: string }) {
  const { data, total, error, isPending, refetch } = useListContext<HandOverRow>()
  return (
    <Loaded of={{ data: total === undefined ? undefined : data, error, isPending, refetch }} what="as conversas">
      {rows =>
        rows.length === 0 ? (
          <Notice title={title} text={text} />
        ) : (
          <>
            <Rows label="Conversas" columns={columns} rows={rows} keyOf={({ id }) => id} />
            <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
              <Pagination rowsPerPageOptions={[25, 50, 100]} />
            </Box>
          </>
        )
      }
    </Loaded>
  )
}
