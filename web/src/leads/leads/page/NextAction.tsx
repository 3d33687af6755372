import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { taskKindLabels } from '../../../../../services/leads/leads/marks/rules.ts'
import type { Lead } from '../../../../../services/leads/leads/schema.ts'
import type { Task } from '../../../../../services/leads/tasks/schema.ts'
import { formatDateTime } from '../../../core/format.ts'
import { useMay } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { timeAgo } from '../../../ui/ago.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Undo } from '../../../ui/Undo.tsx'
import { LaterButton, LaterMenu } from '../Later.tsx'
import { useLeadParts } from '../leadParts.ts'
import { useNewTask, useOpenTasks, useTaskChange, useTaskRemoval } from './api.ts'
import { TaskDialog } from './TaskDialog.tsx'

/** The next task; an open lead without one says so, and offers the usual. */
export const NextAction = memo(function NextAction({ lead }: { lead: Lead }) {
  const tasks = useOpenTasks(lead.id)
  const may = useMay('edit_leads')
  const over = lead.statusKind !== 'open'
  const { root, leave } = useFocusOfRows()
  const parts = useLeadParts()
  let planned: ReactNode = null
  if (tasks.isSuccess && tasks.data.length === 0)
    planned = over || !may ? <Box sx={{ color: 'text.secondary' }}>Nada planejado.</Box> : <Plan leadId={lead.id} />
  for (const { of, Planned } of parts.toReversed())
    if (Planned) planned = <Planned key={of} leadId={lead.id} otherwise={planned} />
  return (
    <Panel title="Próxima ação">
      <Box ref={root} tabIndex={-1} sx={{ outline: 'none' }}>
        {planned}
        {tasks.isPending ? (
          <Skeleton height={48} />
        ) : tasks.isError ? (
          <Button onClick={() => void tasks.refetch()}>Tentar novamente</Button>
        ) : tasks.data.length === 0 ? null : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {tasks.data.map((task, index) => (
              <TaskRow key={task.id} task={task} may={may} onLeave={gone => leave(index, gone)} />
            ))}
          </Box>
        )}
      </Box>
    </Panel>
  )
})

/** Moves the keyboard's focus to the next row once the current one is gone, or to its place. */
function useFocusOfRows() {
  const root = useRef<HTMLDivElement>(null)
  const left = useRef<number | null>(null)
  useEffect(() => {
    if (left.current === null || document.activeElement !== document.body) return
    const rows = root.current?.querySelectorAll<HTMLElement>('input[type=checkbox]') ?? []
    ;(rows[Math.min(left.current, rows.length - 1)] ?? root.current)?.focus()
    left.current = null
  })
  function leave(index: number, gone: Promise<unknown>): void {
    left.current = index
    gone.catch(() => {
      left.current = null
    })
  }
  return { root, leave }
}

function Plan({ leadId }: { leadId: string }) {
  const create = useNewTask()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Alert severity="warning">Este lead não tem próxima ação.</Alert>
      <Box>
        <LaterButton
          label="Agendar contato"
          busy={create.isPending}
          onChoose={at =>
            create.mutate({
              leadId,
              title: 'Entrar em contato',
              kind: 'call',
              dueAt: at.toISOString(),
              remindAt: at.toISOString()
            })
          }
        />
      </Box>
    </Box>
  )
}

type RowProps = { task: Task; may: boolean; onLeave: (gone: Promise<unknown>) => void }

function TaskRow({ task, may, onLeave }: RowProps) {
  const { id, title, kind, dueAt, ownerName } = task
  const timeZone = useTimeZone()
  const notify = useNotify()
  const change = useTaskChange()
  const remove = useTaskRemoval()
  const [changing, setChanging] = useState(false)
  const late = new Date(dueAt).getTime() < Date.now()

  /** The row is gone by then, and with it what a mutation would call back. */
  function end(gone: Promise<unknown>, label: string, onUndo: () => void): void {
    onLeave(gone)
    gone.then(
      () => notify(<Undo label={`${label}: ${title}`} onUndo={onUndo} />, { type: 'info', autoHideDuration: 8000 }),
      () => {} // the refusal is reported already
    )
  }
  const complete = () => {
    if (!change.isPending)
      end(change.mutateAsync({ id, done: true }), 'Tarefa concluída', () => change.mutate({ id, done: false }))
  }
  const discard = () => {
    if (!remove.isPending)
      end(remove.mutateAsync({ id }), 'Tarefa excluída', () => remove.mutate({ id, restore: true }))
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      {may && (
        // Switched off while it is saved, it would lose the focus.
        <Checkbox
          size="small"
          checked={change.isPending}
          onChange={complete}
          slotProps={{ input: { 'aria-label': `Concluir ${title}`, 'aria-busy': change.isPending } }}
          sx={{ ml: -1, mt: -0.75 }}
        />
      )}
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {may ? (
          <Title type="button" aria-label={`Mudar ${title}`} aria-haspopup="dialog" onClick={() => setChanging(true)}>
            {title}
          </Title>
        ) : (
          <Box sx={{ fontWeight: 600 }}>{title}</Box>
        )}
        <Box sx={{ fontSize: '0.8125rem', color: late ? 'error.main' : 'text.secondary' }}>
          {taskKindLabels[kind]} · {formatDateTime(dueAt, timeZone)}
          {late && ` · atrasada, venceu ${timeAgo(dueAt)}`}
          {ownerName && ` · ${ownerName}`}
        </Box>
      </Box>
      {may && (
        <>
          <LaterMenu
            size="small"
            label={`Adiar ${title}`}
            onChoose={at => change.mutate({ id, dueAt: at.toISOString() })}
          />
          <IconButton size="small" aria-label={`Excluir ${title}`} onClick={discard}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </>
      )}
      {changing && <TaskDialog task={task} onClose={() => setChanging(false)} />}
    </Box>
  )
}

const Title = styled('button')(({ theme }) => ({
  display: 'block',
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 600,
  color: 'inherit',
  textAlign: 'left',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  borderRadius: 4,
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))
