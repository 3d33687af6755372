import { useFeatures } from './features.ts'

/** The address of a conversation and the icon of its channel, for features that know only its id and channel. */
export function useConversation(conversation: { id: string; channel: string } | null | undefined) {
  const features = useFeatures()
  if (!conversation) return undefined
  const { id, channel } = conversation
  const found = features.find(({ channels }) => channels?.[channel])?.channels?.[channel]
  return found && { address: `${found.page}/${id}`, Icon: found.Icon }
}
