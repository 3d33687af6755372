import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { LiveEvent } from '../../../../../services/account/activities/schema.ts'
import type { Attachment, Message } from '../../../../../services/messaging/conversations/schema.ts'
import { call, get, saveFrom, useWrite } from '../../../ui/data.ts'
import { uploadFile } from '../../../ui/upload.ts'
import { messagesKey, path } from '../keys.ts'
import { type Thread, withMessage, withNewest, withOlder } from '../thread.ts'

const usual = 50
const pageLimit = 100
/** Pages that are read at most to come to a message of long ago. */
const maxPages = 50

type Changed = Extract<LiveEvent, { kind: 'conversation-changed' }>

/** The messages of a conversation, kept up to date, and a way to read those before. */
export function useThread(id: string) {
  const client = useQueryClient()
  const [older, setOlder] = useState<'idle' | 'reading' | 'failed'>('idle')
  const query = useQuery<Thread>({
    queryKey: messagesKey(id),
    structuralSharing: false, // it compares by place, and a new message moves them all
    queryFn: async ({ signal }) => {
      const cached = client.getQueryData<Thread>(messagesKey(id))
      const limit = Math.min(pageLimit, Math.max(usual, cached?.messages.length ?? 0))
      const newest = await get<Message[]>(`${path}/${id}/messages?limit=${limit}`, signal)
      return withNewest(client.getQueryData<Thread>(messagesKey(id)), newest, newest.length === limit)
    }
  })

  useEffect(() => {
    let [running, again, left] = [false, false, false]
    // A burst of events must not cancel the answer to the first of them over and over.
    async function refresh(): Promise<void> {
      again = true
      if (running) return
      running = true
      while (again && !left) {
        again = false
        await client.refetchQueries({ queryKey: messagesKey(id) }, { cancelRefetch: false })
      }
      running = false
    }
    const onChange = (event: Event) => {
      if ((event as CustomEvent<Changed>).detail.conversationId === id) void refresh()
    }
    addEventListener('conversation-changed', onChange)
    return () => {
      left = true
      removeEventListener('conversation-changed', onChange)
    }
  }, [client, id])

  /** False where the messages before did not come. */
  const readBefore = useCallback(
    async (limit: number): Promise<boolean> => {
      const last = client.getQueryData<Thread>(messagesKey(id))?.messages.at(-1)
      if (!last) return false
      setOlder('reading')
      try {
        const before = await get<Message[]>(`${path}/${id}/messages?before=${last.id}&limit=${limit}`)
        client.setQueryData<Thread>(
          messagesKey(id),
          current => current && withOlder(current, before, before.length === limit)
        )
        setOlder('idle')
        return true
      } catch {
        setOlder('failed')
        return false
      }
    },
    [client, id]
  )
  const readOlder = useCallback(() => readBefore(usual), [readBefore])

  /** Reads back to a message; false where it is not there, or too long ago. */
  const readTo = useCallback(
    async (messageId: string): Promise<boolean> => {
      for (let pages = 0; pages <= maxPages; pages++) {
        const cached = client.getQueryData<Thread>(messagesKey(id))
        if (cached?.messages.some(message => message.id === messageId)) return true
        if (!cached?.more || !(await readBefore(pageLimit))) return false
      }
      return false
    },
    [client, id, readBefore]
  )
  return { ...query, older, readOlder, readTo }
}

/** Reacts to a message of the person, or takes it back. It is shown at once. */
export function useReaction(id: string) {
  const client = useQueryClient()
  const put = (message: Message) =>
    client.setQueryData<Thread>(messagesKey(id), current => current && withMessage(current, message))
  return useWrite({
    write: ({ messageId, emoji }: { messageId: string; emoji: string | null }) =>
      call<Message>('PUT', `${path}/${id}/messages/${messageId}/reaction`, { emoji }),
    show: async ({ messageId, emoji }) => {
      await client.cancelQueries({ queryKey: messagesKey(id) })
      const before = client.getQueryData<Thread>(messagesKey(id))?.messages.find(each => each.id === messageId)
      if (!before) return () => {}
      const others = before.reactions.filter(({ direction }) => direction === 'in')
      const ours = emoji === null ? [] : [{ direction: 'out' as const, emoji, failure: null }]
      put({ ...before, reactions: [...others, ...ours] })
      return () => put(before)
    },
    onDone: put
  })
}

/** Announces to the colleagues that the conversation is open here, or written in. They lose nothing where it fails. */
export function sayPresence(id: string, typing: boolean): void {
  call('POST', `${path}/${id}/presence`, { typing }).catch(() => {})
}

const fileAddress = (id: string, messageId: string) => `${path}/${id}/messages/${messageId}/file`

/** Requests a new address of a file, as each expires after an hour or two. */
export function useNewAddresses(id: string) {
  const client = useQueryClient()
  return async (messageId: string): Promise<string | null> => {
    await client.refetchQueries({ queryKey: messagesKey(id) })
    const { messages } = client.getQueryData<Thread>(messagesKey(id)) ?? { messages: [] }
    return messages.find(message => message.id === messageId)?.file?.url ?? null
  }
}

/** The messages of the thread as far as they were read, at the moment of the call; the oldest first. */
export function useReadMessages(id: string): () => Message[] {
  const client = useQueryClient()
  return () => (client.getQueryData<Thread>(messagesKey(id))?.messages ?? []).toReversed()
}

/** Hands a file over that is to be sent. */
export const sendAttachment = (
  id: string,
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal }
): Promise<Attachment> =>
  uploadFile(`${path}/${id}/files?name=${encodeURIComponent(file.name.slice(-200))}`, file, options)

/** Deletes a file that is not sent after all; without this call it expires later. */
export function dropAttachment(id: string, fileId: string): void {
  call('DELETE', `${path}/${id}/files/${fileId}`).catch(() => {})
}

export const useFileSave = (id: string) =>
  useWrite({
    write: ({ messageId, name }: { messageId: string; name: string }) =>
      saveFrom(fileAddress(id, messageId), name, 'O arquivo não pôde ser baixado. Ele pode não existir mais.')
  })
