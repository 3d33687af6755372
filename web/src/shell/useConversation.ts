import { useFeatures } from './features.ts'

/** Where a conversation is answered and the sign of its channel, for whoever knows the conversation by its id alone. */
export function useConversation(conversation: { id: string; channel: string } | null | undefined) {
  const features = useFeatures()
  if (!conversation) return undefined
  const { id, channel } = conversation
  const found = features.find(({ channels }) => channels?.[channel])?.channels?.[channel]
  return found && { address: `${found.page}/${id}`, Icon: found.Icon }
}
