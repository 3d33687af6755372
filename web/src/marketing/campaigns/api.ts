import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LeadFilterQuery } from '../../../../services/leads/leads/schema.ts'
import type { CampaignMove, RecipientState, Variant } from '../../../../services/marketing/campaigns/rules.ts'
import type {
  AgainCounts,
  Audience,
  Campaign,
  CampaignChange,
  CampaignClicks,
  CampaignNeed,
  CampaignRow,
  NewCampaign,
  RecipientRow,
  WritingAgain
} from '../../../../services/marketing/campaigns/schema.ts'
import type { MailPreview } from '../../../../services/marketing/mailTemplates/schema.ts'
import { request } from '../../core/http.ts'
import { useMay } from '../../shell/access.ts'
import type { Mailings } from '../../shell/features.ts'
import { call, read, saveFrom, useWrite, type Written } from '../../ui/data.ts'

export type { Audience, Campaign, CampaignRow, NewCampaign, RecipientRow }

const path = '/api/email/campaigns'
const all = ['campaigns']

const last = `${path}?range=[0,199]&sort=["createdAt","DESC"]`

/** The last campaigns; older ones are further down the pages. */
export const useCampaigns = () => useQuery(read<CampaignRow[]>(last, ['campaigns', 'list']))

/** The campaigns that were sent, as a choice, for those who may see them. */
export function useMailings(enabled: boolean): Mailings {
  const available = useMay('send_email')
  const { data: campaigns = [] } = useQuery({
    ...read<CampaignRow[]>(last, ['campaigns', 'list']),
    enabled: enabled && available
  })
  const sent = campaigns.filter(({ startedAt }) => startedAt !== null)
  return { available, options: sent.map(({ id, name }) => ({ value: id, label: name })) }
}

/** The needs of a first campaign. */
export const useNeeds = (enabled: boolean) =>
  useQuery({ ...read<CampaignNeed[]>(`${path}/needs`, ['campaigns', 'needs']), enabled })

export const useCampaign = (id: string) => useQuery(read<Campaign>(`${path}/${id}`, ['campaigns', 'one', id]))

/** Clicks on the links of a campaign's mails, as far as they are known. */
export const useClicks = (id: string) =>
  useQuery(read<CampaignClicks>(`${path}/${id}/clicks`, ['campaigns', 'clicks', id]))

/** A campaign's mail as a person gets it, an example where none is named. */
export const useCampaignPreview = (id: string, leadId: string | null = null, variant: Variant = 'a') =>
  useQuery({
    ...read<MailPreview>(`${path}/${id}/preview?variant=${variant}${leadId ? `&leadId=${leadId}` : ''}`, [
      'campaigns',
      'preview',
      id,
      leadId,
      variant
    ]),
    placeholderData: keepPreviousData,
    retry: false
  })

/** How many would get a campaign to these leads, and why the others would not. */
export const useAudience = (filter: LeadFilterQuery, quietHours: boolean) =>
  useQuery({
    queryKey: ['campaigns', 'audience', filter, quietHours],
    queryFn: async ({ signal }) =>
      (await request<Audience>(`${path}/audience`, { method: 'POST', body: { filter, quietHours }, signal })).json,
    placeholderData: keepPreviousData,
    staleTime: 30_000
  })

export const recipientsPerPage = 50

type Page = { rows: RecipientRow[]; total: number; capped: boolean }

/** One page of the recipients of a campaign, and how many there are. */
export const useRecipients = (id: string, { state, q }: { state: RecipientState | null; q: string }, page: number) =>
  useQuery({
    queryKey: ['campaigns', 'recipients', id, state, q, page],
    queryFn: async ({ signal }): Promise<Page> => {
      const first = page * recipientsPerPage
      const range = `[${first},${first + recipientsPerPage - 1}]`
      const filter = encodeURIComponent(JSON.stringify({ ...(state && { state }), ...(q && { q }) }))
      const { json, headers } = await request<RecipientRow[]>(
        `${path}/${id}/recipients?range=${range}&filter=${filter}`,
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
export const useCampaignSave = (id: string | null, options: Written<Campaign>) =>
  useWrite({
    write: (campaign: NewCampaign | CampaignChange) =>
      id === null ? call<Campaign>('POST', path, campaign) : call<Campaign>('PUT', `${path}/${id}`, campaign),
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

export const useCampaignMove = (id: string, onDone: () => void = () => {}) =>
  useWrite({
    write: (move: Move) => call<Campaign>('POST', `${path}/${id}/${move}`),
    done: (_, move) => done[move],
    onDone,
    refreshes: [all]
  })

/** Writes a draft like the campaign. */
export const useCampaignCopy = (id: string, onDone: (copy: Campaign) => void) =>
  useWrite({
    write: () => call<Campaign>('POST', `${path}/${id}/copy`),
    done: 'Campanha duplicada',
    onDone,
    refreshes: [['campaigns', 'list']]
  })

/** To how many recipients of a sent campaign another may be written. */
export const useAgainCounts = (id: string) =>
  useQuery(read<AgainCounts>(`${path}/${id}/again`, ['campaigns', 'again', id]))

/** Writes a draft to a part of a campaign's recipients. */
export const useWritingAgain = (id: string, onDone: (draft: Campaign) => void) =>
  useWrite({
    write: (to: WritingAgain) => call<Campaign>('POST', `${path}/${id}/again`, to),
    done: 'Rascunho criado',
    onDone,
    refreshes: [['campaigns', 'list']]
  })

export const useCampaignRemoval = (id: string, onDone: () => void) =>
  useWrite({
    write: () => call('DELETE', `${path}/${id}`),
    done: 'Campanha excluída',
    onDone,
    refreshes: [['campaigns', 'list']]
  })

/** The call that sends a campaign's mail as a test. */
export const campaignTest = (id: string): string => `${path}/${id}/test`

export const useRecipientFile = (id: string) =>
  useWrite({
    write: () => saveFrom(`${path}/${id}/recipients.csv`, 'campanha.csv', 'Não foi possível baixar o arquivo.')
  })
