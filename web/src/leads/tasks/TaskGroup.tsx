import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, useId, useState } from 'react'
import type { TaskListFilter } from '../../../../services/leads/tasks/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { useShownFailure } from '../../ui/shownFailures.ts'
import { useTaskPage } from './api.ts'
import { TaskRow } from './TaskRow.tsx'
import { TaskList } from './taskStyle.ts'

const portion = 25

type Props = {
  title: string
  late?: boolean
  filter: TaskListFilter
  /** As far as it is known before the tasks are. */
  count?: number
  may: boolean
  named: boolean
  action?: ReactNode
}

/** The tasks of some days: the first, and more of them on demand. */
export function TaskGroup({ title, late = false, filter, count, may, named, action }: Props) {
  const id = useId()
  const [limit, setLimit] = useState(portion)
  const { data, error, isFetching, refetch } = useTaskPage(filter, limit)
  useShownFailure(error)
  const total = data?.total ?? count ?? 0
  if (data && total === 0) return null
  return (
    <Card component="section" aria-labelledby={id} sx={{ overflow: 'clip' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          minHeight: 48,
          bgcolor: theme => theme.tokens.sunken,
          borderBottom: 1,
          borderColor: 'divider'
        }}
      >
        <Box
          component="h2"
          id={id}
          sx={{ m: 0, fontSize: '0.9375rem', fontWeight: 650, color: late ? 'error.main' : 'text.primary' }}
        >
          {title}
        </Box>
        <Box component="span" sx={{ flexGrow: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatNumber(total)}
        </Box>
        {action}
      </Box>
      {error && (
        <Alert severity="error" action={<Button onClick={() => void refetch()}>Tentar novamente</Button>}>
          {error.message}
        </Alert>
      )}
      {!data && !error && <Skeleton variant="rectangular" height={Math.min(count ?? 3, 5) * 56} aria-hidden />}
      {data && (
        <TaskList aria-labelledby={id}>
          {data.tasks.map(task => (
            <TaskRow key={task.id} task={task} may={may} named={named} />
          ))}
        </TaskList>
      )}
      {data && data.tasks.length < total && (
        <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
          <Button
            fullWidth
            aria-busy={isFetching}
            onClick={() => isFetching || setLimit(limit + 2 * portion)}
            sx={{ minHeight: 44 }}
          >
            Mostrar mais
          </Button>
        </Box>
      )}
    </Card>
  )
}
