import type { ChatEvent } from '../../../../services/assistant/chat/schema.ts'

/** The events of a stream as they arrive (text/event-stream); comments and what cannot be read are passed over. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      text += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readEvent(block)
        if (event) yield event
      }
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** One event of a stream; null for a heartbeat. */
export function readEvent(block: string): ChatEvent | null {
  let event = 'message'
  let data = ''
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value ?? ''
    if (field === 'data') data += (data && '\n') + value
  }
  try {
    return data ? ({ event, data: JSON.parse(data) } as ChatEvent) : null
  } catch {
    return null
  }
}
