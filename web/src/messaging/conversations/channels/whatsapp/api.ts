import { useQuery } from '@tanstack/react-query'
import type { Past, PastChoice } from '../../../../../../services/messaging/history/schema.ts'
import { call, read, useWrite } from '../../../../ui/data.ts'

const key = ['channels', 'whatsapp', 'history']
const path = '/api/whatsapp/history'

/** How far the past of the telephone has come, and the people whom a choice means. */
export function usePast(choice: PastChoice) {
  const query = new URLSearchParams(
    Object.entries(choice).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  )
  return useQuery({ ...read<Past>(`${path}?${query}`, [...key, choice]), placeholderData: previous => previous })
}

/** Makes leads of the people whom a choice means. */
export const useBringing = (done: (answer: { people: number }) => string) =>
  useWrite({
    write: (choice: PastChoice) => call<{ people: number }>('POST', `${path}/leads`, choice),
    done,
    refreshes: [key]
  })
