import Box from '@mui/material/Box'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type AgainGroup, campaignTexts } from '../../../../services/marketing/campaigns/rules.ts'
import type { AgainCounts } from '../../../../services/marketing/campaigns/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { Choice } from '../../ui/Choice.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { pageOf, useAgainCounts, useWritingAgain, type Which } from './api.ts'
import { peopleText } from './words.ts'

const titles: Record<AgainGroup, string> = {
  unconfirmed: 'Sem confirmação',
  not_opened: 'Não abriram',
  not_clicked: 'Não clicaram'
}

/** To whom of a sent campaign another is written. */
export function AgainDialog({ which, onClose }: { which: Which; onClose: () => void }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<AgainGroup | null>(null)
  const { data: groups, error, refetch } = useAgainCounts(which)
  const write = useWritingAgain(which, draft => void navigate(pageOf(draft)))
  const to = chosen ?? groups?.find(({ people }) => people)?.to
  return (
    <ConfirmDialog
      title="Escrever de novo para quem?"
      action="Criar rascunho"
      busy={write.isPending}
      safe
      onClose={onClose}
      onDo={() => to && write.mutate({ to })}
    >
      {groups ? (
        <Box role="radiogroup" aria-label="Para quem" sx={{ display: 'grid', gap: 1 }}>
          {groups.map(group => (
            <Choice
              key={group.to}
              name="again"
              value={group.to}
              title={titles[group.to]}
              aside={
                group.people !== null && (
                  <Box component="span" sx={{ whiteSpace: 'nowrap', fontWeight: 400 }}>
                    {peopleText(group.people)}
                  </Box>
                )
              }
              checked={group.to === to}
              disabled={!group.people}
              onChange={() => setChosen(group.to)}
            >
              {meaningOf(group)}
            </Choice>
          ))}
          <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            É criado um rascunho com o mesmo modelo. Quem saiu da lista ou não aceita mais{' '}
            {which.carrier === 'email' ? 'e-mails' : 'divulgação'} não recebe.
          </Box>
        </Box>
      ) : error ? (
        <Failure title="Falha ao contar as pessoas" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label="Contando as pessoas" />
      )}
    </ConfirmDialog>
  )
}

function meaningOf({ to, people, twice }: AgainCounts[number]): string {
  if (people === null) return campaignTexts.notCounted
  if (to === 'not_opened')
    return 'O servidor aceitou, e não há sinal de abertura. Há programas que escondem quem abriu.'
  if (to === 'not_clicked') return 'Receberam e não abriram nenhum link.'
  if (twice === 0) return 'De todos se sabe o que aconteceu.'
  return `A conexão caiu antes da resposta. Destes, ${formatNumber(twice)} ${twice === 1 ? 'pode' : 'podem'} já ter recebido.`
}
