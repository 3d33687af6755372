import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { type RecipientState, stateLabels } from '../../../services/recipients/rules.ts'
import type { Recipient } from '../../../services/recipients/schema.ts'
import { request } from '../core/http.ts'
import type { Tone } from '../core/tokens.ts'
import { Tag } from '../ui/Tag.tsx'

const tones: Record<RecipientState, Tone> = {
  team: 'info',
  confirmed: 'success',
  waiting: 'warning',
  declined: 'error'
}

/** Which of the addresses get the leads, and what can be done about those outside the team. */
export function Recipients({ emails }: { emails: readonly string[] }) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: ['forms', 'recipients', emails],
    queryFn: async ({ signal }) =>
      (await request<Recipient[]>(`/api/recipients?emails=${encodeURIComponent(emails.join())}`, { signal })).json,
    enabled: emails.length > 0,
    placeholderData: before => before,
    // Answers come while the editor is open.
    refetchInterval: 15_000
  })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ method, path }: { method: 'POST' | 'DELETE'; path: string; done: string }) =>
      request(`/api/recipients/${path}`, { method }),
    onSuccess: (_, { done }) => notify(done, { type: 'success' }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['forms', 'recipients'] })
  })
  if (emails.length === 0) return null
  return (
    <Box component="ul" aria-label="Endereços avisados" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {data.map(({ id, email, state }) => (
        <Box key={email} component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {email}
          </Box>
          <Tag tone={tones[state]}>{stateLabels[state]}</Tag>
          {id && state === 'waiting' && (
            <Button
              size="small"
              disabled={isPending}
              onClick={() => mutate({ method: 'POST', path: `${id}/resend`, done: 'Enviamos a confirmação.' })}
            >
              Reenviar
            </Button>
          )}
          {id && state !== 'declined' && (
            <Button
              size="small"
              color="inherit"
              disabled={isPending}
              onClick={() =>
                mutate({ method: 'DELETE', path: id, done: `${email} não recebe mais nada até confirmar de novo.` })
              }
            >
              Revogar
            </Button>
          )}
        </Box>
      ))}
    </Box>
  )
}
