import { useQuery } from '@tanstack/react-query'
import type { NewPhone, Phone, Play } from '../../../../services/demo/phone/schema.ts'
import { call, read, useWrite, type Written } from '../../ui/data.ts'

const path = '/api/demo/phones'
const key = ['phones']

/** Asked again every second or so, as the provider has no live events. */
export const usePhones = () =>
  useQuery({ ...read<Phone[]>(path, key), refetchInterval: 1500, refetchIntervalInBackground: false })

/** Does something on a customer's phone. */
export const usePlay = (id: string, more: Written = {}) =>
  useWrite({
    write: (play: Play) => call('POST', `${path}/${id}/messages`, play),
    refreshes: [key],
    // A group has a conversation of its own, which is not the one beside the phone.
    done: (_, { kind }) => (kind === 'group' ? 'A mensagem está na conversa do grupo, na caixa da empresa' : undefined),
    ...more
  })

/** Reads on a customer's phone what has come to it. */
export const useReading = (id: string) =>
  useWrite({ write: () => call('POST', `${path}/${id}/read`), refreshes: [key], onFailure: () => true })

export const useNewPhone = (more: Written<{ id: string }>) =>
  useWrite({ write: (phone: NewPhone) => call<{ id: string }>('POST', path, phone), refreshes: [key], ...more })
