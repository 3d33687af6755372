import { keyTexts, openAiIntegration } from '../../../../services/assistant/integrations/rules.ts'
import type { ConnectionResult, Integration } from '../../../../services/assistant/integrations/schema.ts'
import { request } from '../../core/http.ts'
import { withId } from '../../core/record.ts'
import { messageOf } from './problems.ts'

const integrationsPath = '/api/admin/integrations'

/** Tries a key with the provider. Never throws: what went wrong is the result. */
export async function testKey(apiKey: string, baseUrl?: string | null): Promise<ConnectionResult> {
  try {
    const body = baseUrl ? { apiKey, baseUrl } : { apiKey }
    const { json } = await request<ConnectionResult>('/api/chat/test-connection', { method: 'POST', body })
    const usual = json.success ? keyTexts.testSucceeded : keyTexts.testFailed
    return { success: json.success, message: json.message || usual }
  } catch (error) {
    return { success: false, message: reasonOf(error, keyTexts.testFailed) }
  }
}

const isOpenAi = ({ name }: Pick<Integration, 'name'>) => name.toLowerCase().includes('openai')

/** The integration that is named for the provider, where there is one. */
export const openAiOf = <T extends Pick<Integration, 'name'>>(list: readonly T[]): T | undefined => list.find(isOpenAi)

/** Stores a key that was tried: in the provider's integration, which is made where there is none. */
export async function storeKey(apiKey: string): Promise<void> {
  if (apiKey.trim() === '') throw new Error(keyTexts.blankOnSave)
  const { json } = await request<Integration[]>(integrationsPath)
  const existing = openAiOf(json.map(withId))
  const config = { apiKey }
  if (existing) await request(`${integrationsPath}/${existing._id}`, { method: 'PUT', body: { config } })
  else await request(integrationsPath, { method: 'POST', body: { ...openAiIntegration, status: 'active', config } })
}

/** The text about a failed call, else `otherwise`. */
export function reasonOf(error: unknown, otherwise: string): string {
  if (error instanceof Error && error.message === keyTexts.blankOnSave) return error.message
  const { status } = error as { status?: number }
  return status === undefined ? otherwise : messageOf(error)
}
