import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { LiveEvent } from '../../../../services/account/activities/schema.ts'
import { channelRules } from '../../../../services/messaging/channels/rules.ts'
import type { Conversation } from '../../../../services/messaging/conversations/schema.ts'
import { desktopNotices, playSound, useDesktopNotices } from '../../account/notifications/desktop.ts'
import { useUser } from '../../shell/access.ts'
import { readConversation } from './api.ts'
import { lastWords } from './words.ts'

type Received = Extract<LiveEvent, { kind: 'message-received' }>

/** Announces new messages of customers outside of the page, as the person has set it for this device. */
export function MessageNotices() {
  const { messages } = useDesktopNotices()
  const me = useUser()?.companyEmployee?.id
  const navigate = useNavigate()
  useEffect(() => {
    if (messages === 'none') return
    const left = new AbortController()
    const onMessage = (event: Event) => {
      const { conversationId, employeeId } = (event as CustomEvent<Received>).detail
      const open = document.hasFocus() && location.pathname.endsWith(`/${conversationId}`)
      if (!conversationId || open || (messages === 'mine' && employeeId !== me)) return
      // Somebody who does not see the conversation is refused, and hears nothing.
      readConversation(conversationId, left.signal).then(
        conversation => announce(conversation, navigate),
        () => {}
      )
    }
    addEventListener('message-received', onMessage, { signal: left.signal })
    return () => left.abort()
  }, [messages, me, navigate])
  return null
}

function announce(conversation: Conversation, navigate: (to: string) => unknown): void {
  if (desktopNotices().sound) playSound()
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const { id, name, channel } = conversation
  try {
    // A later message takes the place of an earlier one of the same conversation.
    const notice = new Notification(name, { body: lastWords(conversation), tag: id, icon: '/icon-192.png' })
    notice.onclick = () => {
      focus()
      navigate(`${channelRules[channel].page}/${id}`)
      notice.close()
    }
  } catch {
    // Browsers of telephones show notices by a worker only.
  }
}
