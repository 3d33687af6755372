import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LeadFilterQuery } from '../../../../services/leads/leads/schema.ts'
import {
  type CampaignMove,
  type CarrierKind,
  carrierKinds,
  carrierPages,
  type RecipientState,
  type Variant
} from '../../../../services/marketing/campaigns/rules.ts'
import type {
  AgainCounts,
  Audience,
  Campaign,
  CampaignChange,
  CampaignClicks,
  CampaignNeed,
  CampaignRow,
  MessageCampaignChange,
  MessagePreview,
  NewCampaign,
  NewMessageCampaign,
  RecipientRow,
  WritingAgain
} from '../../../../services/marketing/campaigns/schema.ts'
import type { MailPreview } from '../../../../services/marketing/mailTemplates/schema.ts'
import { request } from '../../core/http.ts'
import { useMay } from '../../shell/access.ts'
import type { Mailings } from '../../shell/features.ts'
import { call, get, read, saveFrom, useWrite, type Written } from '../../ui/data.ts'

export type { Audience, Campaign, CampaignRow, MessagePreview, NewCampaign, NewMessageCampaign, RecipientRow }

/** A campaign by its id, and by what it goes out. */
export type Which = { id: string; carrier: CarrierKind }

const all = ['campaigns']
const pathOf = ({ id, carrier }: Which): string => `${carrierPages[carrier].calls}/${id}`
const lastOf = (carrier: CarrierKind): string =>
  `${carrierPages[carrier].calls}?range=[0,199]&sort=["createdAt","DESC"]`

/** The address of a campaign's page. */
export const pageOf = ({ id, carrier }: Which): string => `${carrierPages[carrier].page}/${id}`

const list = {
  queryKey: ['campaigns', 'list'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const lists = await Promise.all(carrierKinds.map(carrier => get<CampaignRow[]>(lastOf(carrier), signal)))
    return lists.flat().sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  }
}

/** The last campaigns by all carriers; older ones are further down the pages. */
export const useCampaigns = () => useQuery(list)

/** The campaigns that were sent, as a choice, for those who may see them. */
export function useMailings(enabled: boolean): Mailings {
  const available = useMay('send_email')
  const { data: campaigns = [] } = useQuery({ ...list, enabled: enabled && available })
  const sent = campaigns.filter(({ startedAt, carrier }) => startedAt !== null && carrier === 'email')
  return { available, options: sent.map(({ id, name }) => ({ value: id, label: name })) }
}

/** The needs of a first campaign. */
export const useNeeds = (enabled: boolean) =>
  useQuery({ ...read<CampaignNeed[]>(`${carrierPages.email.calls}/needs`, ['campaigns', 'needs']), enabled })

export const useCampaign = (which: Which) => useQuery(read<Campaign>(pathOf(which), ['campaigns', 'one', which.id]))

/** Clicks on the links of a campaign's mails, as far as they are known. */
export const useClicks = (id: string) =>
  useQuery(read<CampaignClicks>(`${pathOf({ id, carrier: 'email' })}/clicks`, ['campaigns', 'clicks', id]))

/** A campaign's mail as a person gets it, an example where none is named. */
export const useCampaignPreview = (id: string, leadId: string | null = null, variant: Variant = 'a') =>
  useQuery({
    ...read<MailPreview>(
      `${pathOf({ id, carrier: 'email' })}/preview?variant=${variant}${leadId ? `&leadId=${leadId}` : ''}`,
      ['campaigns', 'preview', id, leadId, variant]
    ),
    placeholderData: keepPreviousData,
    retry: false
  })

/** A campaign's message as a person gets it, an example where none is named. */
export const useMessagePreview = (id: string, leadId: string | null) =>
  useQuery({
    ...read<MessagePreview>(`${pathOf({ id, carrier: 'whatsapp' })}/preview${leadId ? `?leadId=${leadId}` : ''}`, [
      'campaigns',
      'preview',
      id,
      leadId
    ]),
    placeholderData: keepPreviousData,
    retry: false
  })

/** The recipients of a campaign, as far as they are known before it is sent. */
export type Reaching = { carrier: CarrierKind; filter: LeadFilterQuery; quietHours: boolean; templateId: string | null }

/** How many would get a campaign to these leads, and why the others would not. */
export const useAudience = ({ carrier, filter, quietHours, templateId }: Reaching) =>
  useQuery({
    queryKey: ['campaigns', 'audience', carrier, filter, quietHours, carrier === 'email' ? null : templateId],
    queryFn: async ({ signal }) => {
      const body = { filter, quietHours, ...(carrier !== 'email' && { templateId }) }
      return (await request<Audience>(`${carrierPages[carrier].calls}/audience`, { method: 'POST', body, signal })).json
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000
  })

export const recipientsPerPage = 50

type Page = { rows: RecipientRow[]; total: number; capped: boolean }

/** One page of the recipients of a campaign, and how many there are. */
export const useRecipients = (which: Which, { state, q }: { state: RecipientState | null; q: string }, page: number) =>
  useQuery({
    queryKey: ['campaigns', 'recipients', which.id, state, q, page],
    queryFn: async ({ signal }): Promise<Page> => {
      const first = page * recipientsPerPage
      const range = `[${first},${first + recipientsPerPage - 1}]`
      const filter = encodeURIComponent(JSON.stringify({ ...(state && { state }), ...(q && { q }) }))
      const { json, headers } = await request<RecipientRow[]>(
        `${pathOf(which)}/recipients?range=${range}&filter=${filter}`,
        {
          signal
        }
      )
      return {
        rows: json,
        total: Number(headers.get('content-range')?.split('/')[1] ?? 0),
        capped: headers.get('x-total-capped') === 'true'
      }
    },
    placeholderData: keepPreviousData
  })

/** Saves a new campaign where there is no id. */
export const useCampaignSave = (id: string | null, carrier: CarrierKind, options: Written<Campaign>) =>
  useWrite({
    write: (campaign: NewCampaign | CampaignChange | NewMessageCampaign | MessageCampaignChange) =>
      id === null
        ? call<Campaign>('POST', carrierPages[carrier].calls, campaign)
        : call<Campaign>('PUT', pathOf({ id, carrier }), campaign),
    done: 'Campanha salva',
    refreshes: [all],
    ...options
  })

type Move = Exclude<CampaignMove, 'remove'>
const done: Record<Move, string> = {
  prepare: 'Conferindo os destinatários',
  send: 'Campanha a caminho',
  pause: 'Campanha pausada',
  resume: 'Campanha retomada',
  cancel: 'Campanha cancelada'
}

export const useCampaignMove = (which: Which, onDone: () => void = () => {}) =>
  useWrite({
    write: (move: Move) => call<Campaign>('POST', `${pathOf(which)}/${move}`),
    done: (_, move) => done[move],
    onDone,
    refreshes: [all]
  })

/** Writes a draft like the campaign. */
export const useCampaignCopy = (which: Which, onDone: (copy: Campaign) => void) =>
  useWrite({
    write: () => call<Campaign>('POST', `${pathOf(which)}/copy`),
    done: 'Campanha duplicada',
    onDone,
    refreshes: [['campaigns', 'list']]
  })

/** To how many recipients of a sent campaign another may be written. */
export const useAgainCounts = (which: Which) =>
  useQuery(read<AgainCounts>(`${pathOf(which)}/again`, ['campaigns', 'again', which.id]))

/** Writes a draft to a part of a campaign's recipients. */
export const useWritingAgain = (which: Which, onDone: (draft: Campaign) => void) =>
  useWrite({
    write: (to: WritingAgain) => call<Campaign>('POST', `${pathOf(which)}/again`, to),
    done: 'Rascunho criado',
    onDone,
    refreshes: [['campaigns', 'list']]
  })

export const useCampaignRemoval = (which: Which, onDone: () => void) =>
  useWrite({
    write: () => call('DELETE', pathOf(which)),
    done: 'Campanha excluída',
    onDone,
    refreshes: [['campaigns', 'list']]
  })

/** The call that sends a campaign's mail or message as a test. */
export const campaignTest = (which: Which): string => `${pathOf(which)}/test`

export const useRecipientFile = (which: Which) =>
  useWrite({
    write: () => saveFrom(`${pathOf(which)}/recipients.csv`, 'campanha.csv', 'Não foi possível baixar o arquivo.')
  })
