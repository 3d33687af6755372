import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ScoreSettings } from '../../../../services/leads/scores/schema.ts'
import { call, read, useWrite } from '../../ui/data.ts'

const path = '/api/leads/score-settings'
const key = ['scores', 'settings']

export const useScoreSettings = () => useQuery(read<ScoreSettings>(path, key))

export function useScoreSwitch() {
  const queryClient = useQueryClient()
  return useWrite({
    write: (enabled: boolean) => call<ScoreSettings>('PUT', path, { enabled }),
    done: ({ enabled }) =>
      enabled ? 'Pontuação ligada. Os leads recebem a nota em instantes.' : 'Pontuação desligada.',
    onDone: settings => queryClient.setQueryData(key, settings),
    refreshes: [['leads']]
  })
}
