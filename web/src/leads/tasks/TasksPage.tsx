import AddIcon from '@mui/icons-material/Add'
import TaskIcon from '@mui/icons-material/TaskAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import { type DayGroup, dayGroupLabels, daySpans } from '../../../../services/leads/tasks/rules.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { counted } from '../../core/format.ts'
import { useMay, useUser } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Undo } from '../../ui/Undo.tsx'
import { useMoveUndo, useOverdueMove, useTaskCounts, useTaskPage } from './api.ts'
import { NewTaskDialog } from './NewTaskDialog.tsx'
import { TaskGroup } from './TaskGroup.tsx'
import { useTaskKeys } from './useTaskKeys.ts'

const mine = { key: 'minhas', label: 'Minhas' }
const team = { key: 'equipe', label: 'Da equipe' }
const done = { key: 'concluidas', label: 'Concluídas' }

/** The tasks by day: the person's, or the team's as far as they see its leads. */
export default function TasksPage() {
  const access = useUser()?.companyEmployee?.leadAccess
  const tabs = access === 'own' ? [mine, done] : [mine, team, done]
  const tab = useTab(tabs)
  const may = useMay('edit_leads')
  const [person, setPerson] = useState('')
  const [creating, setCreating] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useTaskKeys(root)
  const owner = tab === mine.key ? 'me' : person || undefined
  const { data: counts } = useTaskCounts(owner ? { owner } : {}, { enabled: tab !== done.key })
  const total = counts?.reduce((sum, { count }) => sum + count, 0) ?? 0
  const create = may && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      Nova tarefa
    </Button>
  )
  return (
    <>
      <PageHead
        title="Tarefas"
        aside={tab !== done.key && total > 0 && counted(total, 'aberta', 'abertas')}
        primary={create}
      />
      <Tabs tabs={tabs} label="Tarefas" />
      {tab === team.key && <PersonSelect value={person} onChange={setPerson} />}
      <Box ref={root} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {tab === done.key ? <Done may={may} /> : <Days owner={owner} may={may} create={() => setCreating(true)} />}
      </Box>
      {creating && <NewTaskDialog onClose={() => setCreating(false)} />}
    </>
  )
}

type DaysProps = { owner: string | undefined; may: boolean; create: () => void }

function Days({ owner, may, create }: DaysProps) {
  const zone = useTimeZone()
  const whose = owner ? { owner } : {}
  const { data: counts, error, refetch } = useTaskCounts(whose)
  if (error && !counts)
    return (
      <Card>
        <Failure title="Falha ao carregar as tarefas" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!counts) return <Skeleton variant="rounded" height={220} aria-label="Carregando tarefas" />
  if (counts.length === 0) return <Nothing owner={owner} may={may} create={create} />
  const spans = daySpans(dayAt(Date.now(), zone))
  return counts.map(({ group, count }) => {
    const { from, to } = spans[group] ?? {}
    return (
      <TaskGroup
        key={`${owner} ${group}`}
        title={dayGroupLabels[group]}
        late={group === 'overdue'}
        filter={{ ...whose, ...(from && { dueFrom: from }), ...(to && { dueTo: to }) }}
        count={count}
        may={may}
        named={owner !== 'me'}
        action={may && action(group) && <MoveAll owner={owner} />}
      />
    )
  })
}

const action = (group: DayGroup): boolean => group === 'overdue'

/** Makes all overdue tasks due today. */
function MoveAll({ owner }: { owner: string | undefined }) {
  const notify = useNotify()
  const move = useOverdueMove()
  const undo = useMoveUndo()
  const press = () => {
    if (move.isPending) return
    move.mutateAsync(owner).then(
      ({ id, moved }) => {
        const label = `${counted(moved, 'tarefa movida', 'tarefas movidas')} para hoje`
        if (id)
          notify(<Undo label={label} onUndo={() => undo.mutate(id)} />, { type: 'info', autoHideDuration: 10_000 })
      },
      () => {} // the refusal is reported already
    )
  }
  return (
    <Button
      size="small"
      variant="outlined"
      aria-busy={move.isPending}
      onClick={press}
      sx={{ px: 1.25, '@media (pointer: coarse)': { minHeight: 44 } }}
    >
      Mover todas para hoje
    </Button>
  )
}

function Done({ may }: { may: boolean }) {
  const filter = { owner: 'me', state: 'done' } as const
  const { data } = useTaskPage(filter, 1)
  return data?.total === 0 ? (
    <Card>
      <Notice
        icon={<TaskIcon />}
        title="Nada concluído ainda"
        text="As tarefas que você concluir aparecem aqui, e podem ser reabertas."
      />
    </Card>
  ) : (
    <TaskGroup title="Concluídas por último" filter={filter} may={may} named={false} />
  )
}

const Nothing = ({ owner, may, create }: DaysProps) => (
  <Card>
    <Notice
      icon={<TaskIcon />}
      title={owner === 'me' ? 'Nenhuma tarefa para você' : 'Nenhuma tarefa aberta'}
      text="Crie uma tarefa para lembrar de ligar, escrever ou visitar um lead na hora certa. Ela aparece aqui no dia do prazo."
    >
      {may && (
        <Button variant="outlined" onClick={create}>
          Criar a primeira tarefa
        </Button>
      )}
    </Notice>
  </Card>
)

function PersonSelect({ value, onChange }: { value: string; onChange: (person: string) => void }) {
  const { data: people = [] } = useEmployeeOptions()
  return (
    <TextField
      select
      label="Responsável"
      value={value}
      onChange={event => onChange(event.target.value)}
      sx={{ mb: 2, width: { xs: '100%', sm: 260 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">Toda a equipe</MenuItem>
      <MenuItem value="none">Sem responsável</MenuItem>
      {people
        .filter(({ active }) => active)
        .map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
    </TextField>
  )
}
