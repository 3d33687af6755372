import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { InboundMailRow } from '../../../../services/admin/admin/logSchema.ts'
import {
  inboundLabels,
  inboundTones,
  kindLabels,
  outcomeText,
  sourceLabels
} from '../../platform/inboundMail/labels.ts'
import { Moment } from '../../shell/Moment.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type LogFilter, useMailReadAgain } from './api.ts'
import { LogTable } from './LogTable.tsx'

/** The mails that came in, and what became of each; one that is still stored can be read again. */
export function InboundMails({ path, filter }: { path: string; filter: LogFilter }) {
  const again = useMailReadAgain()
  const columns: Column<InboundMailRow>[] = [
    {
      label: 'Remetente',
      title: true,
      width: '30%',
      show: ({ sender, kind, source }) => (
        <>
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{sender ?? 'Remetente apagado ou ilegível'}</Box>
          <Box sx={{ color: 'text.secondary' }}>
            {[kind && kindLabels[kind], sourceLabels[source]].filter(Boolean).join(' · ')}
          </Box>
        </>
      )
    },
    { label: 'Chegou', show: ({ receivedAt }) => <Moment at={receivedAt} /> },
    { label: 'Situação', show: ({ state }) => <Tag tone={inboundTones[state]}>{inboundLabels[state]}</Tag> },
    { label: 'O que virou', show: outcomeText },
    {
      label: 'Ações',
      show: ({ id, kept }) =>
        kept ? (
          <Button size="small" disabled={again.isPending} onClick={() => again.mutate(id)} sx={{ mx: -1 }}>
            Ler de novo
          </Button>
        ) : (
          'Não está mais guardado'
        )
    }
  ]
  return (
    <LogTable<InboundMailRow>
      path={path}
      filter={filter}
      label="E-mails recebidos"
      columns={columns}
      keyOf={({ id }) => id}
      empty={{ title: 'Nenhum e-mail', text: 'Nenhum e-mail que chegou corresponde aos filtros.' }}
    />
  )
}
