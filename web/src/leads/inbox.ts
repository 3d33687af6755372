import { useQuery } from '@tanstack/react-query'
import type { LeadConversation } from '../../../services/conversations/schema.ts'
import { get } from '../ui/data.ts'

/** Leads whose conversations are asked for in one request. */
const maxLeads = 100

type Batch = { ids: Set<string>; answer: Promise<Map<string, LeadConversation>> }
let open: Batch | null = null

/** What is asked for within one turn of the browser goes in one request: a list shows many leads. */
function newBatch(): Batch {
  const ids = new Set<string>()
  const answer = new Promise<void>(resolve => setTimeout(resolve)).then(async () => {
    if (open?.ids === ids) open = null
    const query = new URLSearchParams({ channel: 'whatsapp', leadIds: [...ids].join() })
    const found = await get<LeadConversation[]>(`/api/conversations/of-leads?${query}`)
    return new Map(found.map(each => [each.leadId, each]))
  })
  return { ids, answer }
}

async function conversationOf(leadId: string): Promise<LeadConversation | null> {
  if (open === null || open.ids.size >= maxLeads) open = newBatch()
  open.ids.add(leadId)
  return (await open.answer).get(leadId) ?? null
}

/** The latest conversation with a lead by WhatsApp; null where there is none, undefined until that is known. */
export const useLeadConversation = (leadId: string, enabled = true) =>
  useQuery({ queryKey: ['leads', 'conversation', leadId], queryFn: () => conversationOf(leadId), enabled }).data
