import Box from '@mui/material/Box'
import { signInLabels } from '../../../../services/account/auth/outcomes/rules.ts'
import type { ErrorRow, SignInRow } from '../../../../services/admin/admin/logSchema.ts'
import type { SupportAccess } from '../../../../services/admin/admin/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'

export const signInColumns: Column<SignInRow>[] = [
  {
    label: 'Quem',
    title: true,
    show: ({ userName, userId }) => <strong>{userName ?? userId ?? 'Desconhecido'}</strong>
  },
  { label: 'Quando', show: ({ at }) => <Moment at={at} /> },
  {
    label: 'Resultado',
    show: ({ outcome }) => <Tag tone={outcome === 'ok' ? 'success' : 'error'}>{signInLabels[outcome] ?? outcome}</Tag>
  },
  { label: 'IP', show: ({ ip }) => ip },
  { label: 'Dispositivo', width: '36%', show: ({ userAgent }) => userAgent }
]

export const errorColumns: Column<ErrorRow>[] = [
  {
    label: 'Erro',
    title: true,
    width: '40%',
    show: ({ route, message }) => (
      <>
        <Box sx={{ fontWeight: 600 }}>{route}</Box>
        <Box sx={{ color: 'text.secondary' }}>{message}</Box>
      </>
    )
  },
  { label: 'Vezes', align: 'right', show: ({ count }) => formatNumber(count) },
  { label: 'Primeira vez', show: ({ firstAt }) => <Moment at={firstAt} /> },
  { label: 'Última vez', show: ({ lastAt }) => <Moment at={lastAt} /> },
  { label: 'Requisição', show: ({ requestIds }) => requestIds[0] }
]

export const supportColumns: Column<SupportAccess>[] = [
  { label: 'Quem', title: true, show: ({ userName }) => <strong>{userName}</strong> },
  { label: 'Empresa', show: ({ companyName }) => companyName },
  { label: 'Motivo', width: '32%', show: ({ reason }) => reason },
  { label: 'Início', show: ({ startedAt }) => <Moment at={startedAt} /> },
  { label: 'Fim', show: ({ open, endedAt, endsAt }) => (open ? 'Em andamento' : <Moment at={endedAt ?? endsAt} />) }
]
