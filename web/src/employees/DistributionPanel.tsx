import DownIcon from '@mui/icons-material/ArrowDownwardOutlined'
import UpIcon from '@mui/icons-material/ArrowUpwardOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { distributionModes, type Member, modeLabels } from '../../../services/distribution/rules.ts'
import type { Distributed, Distribution } from '../../../services/distribution/schema.ts'
import { HttpError, request } from '../core/http.ts'
import { useMay } from '../shell/access.ts'
import { Moment } from '../shell/Moment.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Failure } from '../ui/Failure.tsx'
import { useKept } from '../ui/kept.ts'
import { Panel } from '../ui/Panel.tsx'
import { useUnsavedWarning } from '../ui/unsaved.ts'
import { useEmployeeOptions } from './api.ts'

const key = ['employees', 'distribution']

const useDistribution = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<Distribution>('/api/distribution', { signal })).json
  })

/** To whom new leads go by themselves, and to whom the last ones went. */
export default function DistributionPanel() {
  const { data, error, refetch } = useDistribution()
  return (
    <Panel title="Distribuição de novos leads">
      {error && !data && (
        <Failure title="Falha ao carregar a distribuição" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton variant="rounded" height={120} aria-hidden />}
      {data && <Editor now={data} reread={refetch} />}
      {data && data.mode !== 'off' && <Log />}
    </Panel>
  )
}

/** What somebody has changed and not saved, and what they began from. */
type Edit = { from: Distribution; wanted: Distribution }

const same = (one: Distribution, other: Distribution): boolean => JSON.stringify(one) === JSON.stringify(other)

function Editor({ now, reread }: { now: Distribution; reread: () => Promise<unknown> }) {
  const [edit, setEdit, forget] = useKept<Edit | null>('distribution', null)
  const mayChange = useMay('manage', 'employees')
  const { data: people } = useEmployeeOptions()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const wanted = edit?.wanted ?? now
  const setWanted = (next: Distribution) => {
    const from = edit?.from ?? now
    setEdit(same(next, from) ? null : { from, wanted: next })
  }
  const { mutate: save, isPending } = useMutation({
    mutationFn: async (expected: Distribution) =>
      (await request<Distribution>('/api/distribution', { method: 'PUT', body: { ...wanted, expected } })).json,
    onSuccess: saved => {
      queryClient.setQueryData(key, saved)
      forget()
      notify('Distribuição salva', { type: 'success' })
    },
    onError: async (error: Error) => {
      // Where somebody was faster, what is read now says so.
      if (error instanceof HttpError && error.body.code === 'STALE') await reread()
      else notify(error.message, { type: 'error' })
    }
  })
  useUnsavedWarning(edit !== null)
  const { mode, members, fallbackId } = wanted
  const able = (people ?? []).filter(person => person.active && person.editsLeads)
  const others = able.filter(person => !members.some(each => each.employeeId === person.id))
  const nameOf = (id: string) => people && (people.find(person => person.id === id)?.name ?? 'Pessoa que saiu')
  const setMember = (id: string, change: Partial<Member>) =>
    setWanted({ ...wanted, members: members.map(each => (each.employeeId === id ? { ...each, ...change } : each)) })
  const move = (index: number, by: number) => {
    const next = [...members]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    setWanted({ ...wanted, members: next })
  }

  return (
    <Box component="fieldset" disabled={!mayChange} sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: 'repeat(3, 1fr)' } }}>
        {distributionModes.map(each => (
          <Choice
            key={each}
            name="distribution"
            value={each}
            checked={mode === each}
            disabled={!mayChange}
            title={modeLabels[each].label}
            onChange={() => setWanted({ ...wanted, mode: each })}
          >
            {modeLabels[each].help}
          </Choice>
        ))}
      </Box>
      {mode !== 'off' && (
        <>
          <Box component="ol" aria-label="Quem recebe leads, na ordem" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {members.map(({ employeeId, away, maxOpen }, index) => (
              <Box
                component="li"
                key={employeeId}
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  alignItems: 'center',
                  gap: 1,
                  py: 1,
                  '& + &': { borderTop: 1, borderColor: 'divider' }
                }}
              >
                <Box sx={{ flex: '1 1 160px', minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                  {index + 1}. {nameOf(employeeId)}
                </Box>
                <FormControlLabel
                  control={
                    <Checkbox
                      checked={away}
                      disabled={!mayChange}
                      onChange={() => setMember(employeeId, { away: !away })}
                    />
                  }
                  label="Ausente"
                />
                <TextField
                  type="number"
                  label="Máximo de abertos"
                  value={maxOpen ?? ''}
                  disabled={!mayChange}
                  onChange={event => {
                    const most = Math.trunc(Number(event.target.value))
                    setMember(employeeId, { maxOpen: most > 0 ? most : null })
                  }}
                  sx={{ width: 160 }}
                  slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: 1, placeholder: 'Sem limite' } }}
                />
                {mayChange && (
                  <Box sx={{ display: 'flex' }}>
                    <IconButton
                      aria-label={`Subir ${nameOf(employeeId)}`}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    >
                      <UpIcon fontSize="small" />
                    </IconButton>
                    <IconButton
                      aria-label={`Descer ${nameOf(employeeId)}`}
                      disabled={index === members.length - 1}
                      onClick={() => move(index, 1)}
                    >
                      <DownIcon fontSize="small" />
                    </IconButton>
                    <Button
                      size="small"
                      onClick={() =>
                        setWanted({ ...wanted, members: members.filter(each => each.employeeId !== employeeId) })
                      }
                    >
                      Tirar
                    </Button>
                  </Box>
                )}
              </Box>
            ))}
          </Box>
          {mayChange && (
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
              <TextField
                select
                label="Acrescentar pessoa"
                value=""
                disabled={others.length === 0}
                helperText={people && others.length === 0 ? 'Todos que podem receber já estão na lista.' : undefined}
                onChange={event =>
                  setWanted({
                    ...wanted,
                    members: [...members, { employeeId: event.target.value, away: false, maxOpen: null }]
                  })
                }
              >
                {others.map(person => (
                  <MenuItem key={person.id} value={person.id}>
                    {person.name}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                select
                label="Se ninguém puder receber"
                value={fallbackId ?? ''}
                onChange={event => setWanted({ ...wanted, fallbackId: event.target.value || null })}
                slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
              >
                <MenuItem value="">Fica sem responsável</MenuItem>
                {able.map(person => (
                  <MenuItem key={person.id} value={person.id}>
                    {person.name}
                  </MenuItem>
                ))}
              </TextField>
            </Box>
          )}
        </>
      )}
      {mayChange && edit && same(edit.from, now) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Button variant="contained" disabled={isPending} onClick={() => save(now)}>
            Salvar distribuição
          </Button>
          <Button disabled={isPending} onClick={forget}>
            Desfazer mudanças
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Mudanças ainda não salvas.
          </Typography>
        </Box>
      )}
      {mayChange && edit && !same(edit.from, now) && (
        <Alert severity="warning">
          Outra pessoa mudou a distribuição enquanto você editava. O que você mudou aqui ainda não foi salvo.
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, ml: -1 }}>
            <Button color="inherit" disabled={isPending} onClick={forget}>
              Carregar a mais recente
            </Button>
            <Button color="inherit" disabled={isPending} onClick={() => save(now)}>
              Salvar a minha
            </Button>
          </Box>
        </Alert>
      )}
    </Box>
  )
}

function Log() {
  const { data = [] } = useQuery({
    queryKey: ['leads', 'distribution log'],
    queryFn: async ({ signal }) => (await request<Distributed[]>('/api/distribution/log', { signal })).json
  })
  if (data.length === 0) return null
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Typography component="summary" sx={{ cursor: 'pointer', fontWeight: 600 }}>
        Últimos leads distribuídos
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {data.map(({ id, leadId, leadName, ownerName, reason, createdAt }) => (
          <Box component="li" key={id} sx={{ py: 0.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
            <Link component={RouterLink} to={`/leads/${leadId}`} sx={{ overflowWrap: 'anywhere' }}>
              {leadName}
            </Link>
            {ownerName && ` para ${ownerName}`}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {reason} · <Moment at={createdAt} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
