import { useMemo } from 'react'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Attachment } from '../../../../services/messaging/conversations/schema.ts'
import { fileRefusal, kindOfType, typeByName } from '../../../../services/platform/files/attachments/rules.ts'
import { type Uploads, useUploads } from '../../ui/useUploads.ts'
import { dropAttachment, sendAttachment } from './messages/api.ts'

const typeOf = (file: File): string => typeByName(file.name, file.type)

/** The files that are to be sent in a conversation. */
export function useAttachments(conversationId: string, channel: ChannelKind) {
  const uploads = useMemo(
    (): Uploads<Attachment> => ({
      refusal: file => fileRefusal(channelRules[channel], typeOf(file), file.size),
      isPicture: file => kindOfType(typeOf(file)) === 'image',
      send: (file, options) => sendAttachment(conversationId, file, options),
      drop: ({ fileId }) => dropAttachment(conversationId, fileId)
    }),
    [conversationId, channel]
  )
  return useUploads(uploads)
}
