import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { ListBase, Pagination, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { formatCnpj } from '../../../../services/account/companies/rules.ts'
import { planLabels } from '../../../../services/account/plans/rules.ts'
import { situations } from '../../../../services/admin/admin/rules.ts'
import type { CompanyRow } from '../../../../services/admin/admin/schema.ts'
import { planKeys } from '../../../../services/core/planKeys/rules.ts'
import { formatDate, formatNumber } from '../../core/format.ts'
import { usePermitted } from '../../shell/access.ts'
import { Moment } from '../../shell/Moment.tsx'
import { retry } from '../../shell/queryClient.ts'
import { daysText, daysUntil } from '../../ui/days.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { situationLabels, situationTones } from './labels.ts'

const newestFirst = { field: 'createdAt', order: 'DESC' } as const

/** Every company with its usage: searched, filtered, sorted and paged by the server. */
export const CompanyList = () => (
  <ListBase<CompanyRow>
    resource="companies"
    perPage={25}
    sort={newestFirst}
    exporter={false}
    queryOptions={{ retry, onError: () => {} }}
  >
    <CompaniesPage />
  </ListBase>
)

function CompaniesPage() {
  const may = usePermitted()
  const { total } = useListContext<CompanyRow>()
  return (
    <>
      <PageHead
        title="Empresas"
        aside={total === undefined ? undefined : total === 1 ? '1 empresa' : `${formatNumber(total)} empresas`}
        primary={
          may('manage_companies') && (
            <Button component={Link} to="/admin/companies/new" variant="contained" startIcon={<AddIcon />}>
              Nova empresa
            </Button>
          )
        }
      />
      <Filters />
      <Card>
        <Companies />
      </Card>
    </>
  )
}

type Filter = { q?: string; plan?: string; situation?: string }

const sorts = [
  { id: 'createdAt DESC', name: 'Mais novas' },
  { id: 'createdAt ASC', name: 'Mais antigas' },
  { id: 'name ASC', name: 'Nome' },
  { id: 'leadsUsed DESC', name: 'Mais leads no mês' },
  { id: 'lastAccess ASC', name: 'Há mais tempo sem acesso' },
  { id: 'trialEndsAt ASC', name: 'Fim do teste' }
]

function Filters() {
  const { filterValues, setFilters, sort, setSort } = useListContext<CompanyRow>()
  const filter = filterValues as Filter
  const [text, setText] = useState(filter.q ?? '')
  const change = (part: Filter) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value)
    setFilters(Object.fromEntries(next))
  }

  useEffect(() => setText(filter.q ?? ''), [filter.q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is searched for when the typing pauses
  useEffect(() => {
    const q = text.trim()
    if (q === (filter.q ?? '')) return
    const timer = setTimeout(() => change({ q }), 300)
    return () => clearTimeout(timer)
  }, [text])

  const choices = (label: string, name: keyof Filter, options: readonly { id: string; name: string }[]) => (
    <TextField
      select
      label={label}
      value={filter[name] ?? ''}
      onChange={event => change({ [name]: event.target.value })}
      sx={{ minWidth: 150, flex: { xs: '1 1 130px', sm: '0 0 auto' } }}
    >
      <MenuItem value="">Todos</MenuItem>
      {options.map(option => (
        <MenuItem key={option.id} value={option.id}>
          {option.name}
        </MenuItem>
      ))}
    </TextField>
  )

  return (
    <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
      <SearchField
        label="Buscar empresas"
        value={text}
        onChange={setText}
        placeholder="Nome, CNPJ ou e-mail"
        sx={{ flex: { xs: '1 1 100%', sm: '1 1 240px' }, maxWidth: { sm: 380 } }}
      />
      {choices(
        'Situação',
        'situation',
        situations.map(id => ({ id, name: situationLabels[id] }))
      )}
      {choices(
        'Plano',
        'plan',
        planKeys.map(id => ({ id, name: planLabels[id] }))
      )}
      <TextField
        select
        label="Ordem"
        value={`${sort.field} ${sort.order}`}
        onChange={event => {
          const [field = 'createdAt', order] = event.target.value.split(' ')
          setSort({ field, order: order as 'ASC' | 'DESC' })
        }}
        sx={{ minWidth: 190, flex: { xs: '1 1 180px', sm: '0 0 auto' } }}
      >
        {sorts.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}

const NameLink = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

const amount = (used: number, limit: number | null) =>
  limit === null ? `${formatNumber(used)} (sem limite)` : `${formatNumber(used)} de ${formatNumber(limit)}`

const columns: Column<CompanyRow>[] = [
  {
    label: 'Nome',
    title: true,
    show: ({ id, name, email }) => (
      <>
        <NameLink to={`/admin/companies/${id}`}>{name}</NameLink>
        {email && <Box sx={{ color: 'text.secondary' }}>{email}</Box>}
      </>
    )
  },
  {
    label: 'CNPJ',
    show: ({ cnpj }) => cnpj && <Box sx={{ whiteSpace: 'nowrap' }}>{formatCnpj(cnpj)}</Box>
  },
  { label: 'Plano', show: ({ plan }) => planLabels[plan] },
  {
    label: 'Situação',
    show: ({ situation, trialEndsAt }) => (
      <Tag tone={situationTones[situation]}>
        {situationLabels[situation]}
        {situation === 'trial' && trialEndsAt ? `, ${daysText(daysUntil(trialEndsAt))}` : ''}
      </Tag>
    )
  },
  { label: 'Leads no mês', align: 'right', show: row => amount(row.leadsUsed, row.leadsLimit) },
  { label: 'Usuários', align: 'right', show: row => amount(row.users, row.usersLimit) },
  { label: 'Último acesso', show: ({ lastAccess }) => (lastAccess ? <Moment at={lastAccess} relative /> : 'Nunca') },
  { label: 'Criada em', show: ({ createdAt }) => formatDate(createdAt) }
]

function Companies() {
  const { data, total, error, isPending, refetch, filterValues, setFilters } = useListContext<CompanyRow>()
  const filtered = Object.keys(filterValues).length > 0
  return (
    <Loaded of={{ data: total === undefined ? undefined : data, error, isPending, refetch }} what="as empresas">
      {rows =>
        rows.length === 0 ? (
          <Notice
            title={filtered ? 'Nenhuma empresa encontrada' : 'Nenhuma empresa ainda'}
            text={
              filtered ? 'Nenhuma empresa corresponde aos filtros.' : 'Crie a primeira e convide quem vai cuidar dela.'
            }
          >
            {filtered && (
              <Button variant="outlined" onClick={() => setFilters({})}>
                Limpar filtros
              </Button>
            )}
          </Notice>
        ) : (
          <>
            <Rows label="Empresas" columns={columns} rows={rows} keyOf={({ id }) => id} />
            <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
              <Pagination rowsPerPageOptions={[25, 50, 100]} />
            </Box>
          </>
        )
      }
    </Loaded>
  )
}
