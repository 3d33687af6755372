import BackIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { formatCents } from '../../../../services/core/money/rules.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { sourceLabel } from '../../../../services/leads/leads/marks/rules.ts'
import { monthName } from '../../../../services/leads/sales/rules.ts'
import type { Sale, SalesMonth } from '../../../../services/leads/sales/schema.ts'
import { counted, formatDate } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { useCompany, useTimeZone } from '../../shell/company.ts'
import { OnPaper } from '../../shell/OnPaper.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { monthAddress, monthAfter, readAddress } from './address.ts'
import { kindName, maxSales, useClosing, useSales, useSalesFile, useSalesMonth } from './api.ts'
import { ForecastPanel } from './ForecastPanel.tsx'
import { TargetsPanel } from './TargetsPanel.tsx'

/** The sales of a month, or those behind a figure of the dashboard, each with its lead. */
export default function SalesPage() {
  const [parameters] = useSearchParams()
  const today = dayAt(Date.now(), useTimeZone())
  const { filter, month } = readAddress(parameters, today)
  const { data: sales, error, refetch } = useSales(filter)
  const { data: state } = useSalesMonth(month ?? today.slice(0, 7), month !== null)
  const title = month ? monthName(month) : `${formatDate(filter.from)} a ${formatDate(filter.to)}`
  const company = useCompany()
  return (
    <OnPaper>
      <Typography className="paper-only" variant="h1" component="p" sx={{ mb: 2 }}>
        {`${company?.name ?? ''}: vendas, ${title}`}
      </Typography>
      <Box className="screen-only">
        <PageHead
          title="Vendas"
          aside={title}
          actions={
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <Months month={month ?? filter.to.slice(0, 7)} today={today} />
              <IconButton aria-label="Imprimir as vendas" onClick={() => print()}>
                <PrintIcon />
              </IconButton>
            </Box>
          }
        />
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 2, sm: 2.5 } }}>
        {error && !sales ? (
          <Card>
            <Failure title="Falha ao carregar as vendas" error={error} onRetry={() => void refetch()} />
          </Card>
        ) : sales ? (
          <>
            <Sums sales={sales} month={month ? state : undefined} today={today} />
            {month && <TargetsPanel month={month} />}
            <SalesTable sales={sales} />
            {month === today.slice(0, 7) && <ForecastPanel />}
          </>
        ) : (
          <Skeleton variant="rounded" height={240} aria-hidden />
        )}
      </Box>
    </OnPaper>
  )
}

function Months({ month, today }: { month: string; today: string }) {
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)]
  return (
    <>
      <IconButton component={Link} to={monthAddress(before)} aria-label={monthName(before)}>
        <BackIcon />
      </IconButton>
      <Button component={Link} to="/sales" variant="outlined">
        Este mês
      </Button>
      <IconButton
        component={Link}
        to={monthAddress(after)}
        aria-label={monthName(after)}
        disabled={after > today.slice(0, 7)}
      >
        <NextIcon />
      </IconButton>
    </>
  )
}

type SumsProps = { sales: readonly Sale[]; month: SalesMonth | undefined; today: string }

function Sums({ sales, month, today }: SumsProps) {
  const sold = sales.filter(({ kind }) => kind === 'sale').length
  const reversed = sales.filter(({ kind }) => kind === 'reversal').length
  const cents = sales.reduce((sum, { valueCents }) => sum + valueCents, 0)
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.5 }}>
        <Sum label="Vendas" value={String(month?.count ?? sold)} />
        <Sum label="Valor vendido" value={formatCents(month?.cents ?? cents)} />
        <Sum label="Desfeitas" value={String(month?.reversed ?? reversed)} />
      </Box>
      {month && <Closing month={month} today={today} />}
    </Card>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div>
    <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, fontSize: '1.375rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Box>
  </div>
)

/** Whether the month is closed, the way to close or reopen it, and its files. */
function Closing({ month: { month, closed }, today }: { month: SalesMonth; today: string }) {
  const [asking, setAsking] = useState(false)
  const closing = useClosing(month)
  const file = useSalesFile(month)
  const administers = useMay('edit_company')
  const exports = useMay('export_leads')
  const isOver = month < today.slice(0, 7)
  return (
    <Box
      className="screen-only"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        mt: 2,
        pt: 1.5,
        borderTop: 1,
        borderColor: 'divider'
      }}
    >
      <Tag tone={closed ? 'neutral' : 'success'}>{closed ? 'Mês fechado' : 'Mês aberto'}</Tag>
      {administers && (closed || isOver) && (
        <Button size="small" onClick={() => setAsking(true)}>
          {closed ? 'Reabrir o mês' : 'Fechar o mês'}
        </Button>
      )}
      {exports &&
        (['xlsx', 'csv'] as const).map(format => (
          <Button
            key={format}
            size="small"
            startIcon={<DownloadIcon />}
            disabled={file.isPending}
            onClick={() => file.mutate(format)}
          >
            {format === 'xlsx' ? 'Baixar planilha' : 'Baixar CSV'}
          </Button>
        ))}
      {asking && (
        <ConfirmDialog
          title={closed ? `Reabrir ${monthName(month)}?` : `Fechar ${monthName(month)}?`}
          action={closed ? 'Reabrir' : 'Fechar'}
          busy={closing.isPending}
          safe
          onClose={() => setAsking(false)}
          onDo={() => closing.mutate(!closed, { onSettled: () => setAsking(false) })}
        >
          {closed
            ? 'Vendas podem voltar a ser datadas neste mês, e seus números podem mudar. A reabertura fica registrada.'
            : 'Nenhuma venda pode mais ser datada neste mês: o que mudar depois conta no mês em que muda.'}
        </ConfirmDialog>
      )}
    </Box>
  )
}

function SalesTable({ sales }: { sales: readonly Sale[] }) {
  if (sales.length === 0)
    return (
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Typography sx={{ color: 'text.secondary' }}>
          Nenhuma venda neste período. Um lead que passa a Convertido aparece aqui, no dia da venda.
        </Typography>
      </Card>
    )
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Rows
        label="Vendas"
        rows={sales}
        keyOf={({ id }) => id}
        columns={[
          {
            label: 'Cliente',
            title: true,
            show: ({ leadId, leadName }) =>
              leadId ? (
                <Box component={Link} to={`/leads/${leadId}`} sx={{ color: 'primary.main', fontWeight: 600 }}>
                  {leadName ?? 'Lead excluído'}
                </Box>
              ) : (
                'Pessoa excluída'
              )
          },
          { label: 'Data', show: ({ day }) => formatDate(day) },
          {
            label: 'Responsável',
            show: ({ ownerId, ownerName }) => (ownerId ? (ownerName ?? 'Pessoa que saiu') : '–')
          },
          { label: 'Origem', show: ({ source }) => sourceLabel(source) },
          { label: 'Tipo', show: ({ kind }) => kindName(kind) },
          { label: 'Valor', align: 'right', show: ({ valueCents }) => formatCents(valueCents) }
        ]}
      />
      {sales.length === maxSales && (
        <Typography sx={{ mt: 1.5, color: 'text.secondary' }}>
          {`São mostradas as ${counted(maxSales, 'última', 'últimas')}. A planilha do mês tem todas.`}
        </Typography>
      )}
    </Card>
  )
}
