import type { ChatEvent } from '../../services/assistant/chat/schema.ts'
import type { Integration } from '../../services/assistant/integrations/schema.ts'
import type { App } from '../../services/core/http.ts'
import { openApp, testConfig } from './app.ts'
import { newDatabase } from './database.ts'
import { atEnd } from './end.ts'
import { goodKey, type OpenAiPeer, startOpenAi } from './peers/openai.ts'
import { type Person, staff } from './people.ts'
import { openWorker } from './workers.ts'

/** A fake provider, closed at the end of the test. */
export async function openProvider(): Promise<OpenAiPeer> {
  const peer = await startOpenAi()
  atEnd(() => peer.close())
  return peer
}

/** An installation with an assistant and a provider of its own. */
export async function openChat(env: NodeJS.ProcessEnv = {}) {
  const peer = await openProvider()
  const all = {
    OPENAI_BASE_URL: peer.url,
    OPENAI_MODEL: 'small',
    DATABASE_URL: await newDatabase(),
    ...env
  }
  const app = await openApp(all)
  const worker = await openWorker(testConfig(all))
  const admin = await staff(app, 'global_admin')
  const integration = await saveKey(app, admin)
  return { app, peer, worker, admin, integration, env: all }
}

export async function saveKey(app: App, admin: Person, config: object = {}): Promise<Integration> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/admin/integrations',
    headers: admin.auth,
    payload: {
      name: 'OpenAI',
      description: 'Integração com OpenAI para chatbot e recursos de IA',
      status: 'active',
      icon: 'messageSquare',
      config: { apiKey: goodKey, ...config }
    }
  })
  if (response.statusCode !== 201) throw new Error(response.body)
  return response.json()
}

export function ask(app: App, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: '/api/chat', payload, headers })
}

/** The events of a streamed answer. */
export function eventsOf(body: string): ChatEvent[] {
  return body
    .split('\n\n')
    .filter(block => block.startsWith('event: '))
    .map(block => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? []
      return { event, data: JSON.parse(data ?? '') } as ChatEvent
    })
}
