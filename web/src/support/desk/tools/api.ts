import { useQuery } from '@tanstack/react-query'
import type {
  CannedAnswer,
  DeskView,
  Figures,
  Issue,
  IssueAnswer,
  IssueTickets,
  NewCannedAnswer,
  NewDeskView,
  NewIssue
} from '../../../../../services/support/desk/toolSchema.ts'
import type { TicketRules } from '../../../../../services/support/tickets/schema.ts'
import { call, callOnce, read, useWrite, type Written } from '../../../ui/data.ts'

export type { CannedAnswer, Figures, Issue, TicketRules }

const path = '/api/admin/tickets'
const keys = { canned: ['canned-answers'], views: ['desk-views'], rules: ['ticket-rules'] }

// Canned answers

export const useCannedAnswers = () =>
  useQuery({ ...read<CannedAnswer[]>(`${path}/canned-answers`, keys.canned), staleTime: 60_000 })

/** Adds an answer, or changes the one with an id. */
export const useCannedSave = (more: Written) =>
  useWrite({
    write: ({ id, ...body }: NewCannedAnswer & { id: string | null }) =>
      id === null ? call('POST', `${path}/canned-answers`, body) : call('PUT', `${path}/canned-answers/${id}`, body),
    done: 'Resposta pronta salva',
    refreshes: [keys.canned],
    ...more
  })

export const useCannedDelete = (onDone: () => void) =>
  useWrite({
    write: (id: string) => call('DELETE', `${path}/canned-answers/${id}`),
    done: 'Resposta pronta apagada',
    onDone,
    refreshes: [keys.canned]
  })

// Saved filters

export const useDeskViews = () => useQuery({ ...read<DeskView[]>(`${path}/views`, keys.views), staleTime: 60_000 })

export const useDeskViewSave = (onDone: () => void) =>
  useWrite({
    write: (view: NewDeskView) => call('POST', `${path}/views`, view),
    done: 'Filtro salvo',
    onDone,
    refreshes: [keys.views]
  })

export const useDeskViewDelete = () =>
  useWrite({
    write: (id: string) => call('DELETE', `${path}/views/${id}`),
    done: 'Filtro apagado',
    refreshes: [keys.views]
  })

// Known issues. They count tickets, so that they are read again with these.

export const useIssues = (status: Issue['status']) => {
  const query = new URLSearchParams({ filter: JSON.stringify({ status }), range: '[0,99]' })
  return useQuery({ ...read<Issue[]>(`${path}/issues?${query}`, ['tickets', 'issues', status]), staleTime: 30_000 })
}

export const useIssueCreate = (onDone: () => void) =>
  useWrite({
    write: (issue: NewIssue) => call<Issue>('POST', `${path}/issues`, issue),
    done: 'Problema conhecido criado',
    onDone,
    refreshes: [['tickets']]
  })

export const useIssueTickets = (onDone: () => void = () => {}) =>
  useWrite({
    write: ({ issueId, ...tickets }: IssueTickets & { issueId: string }) =>
      call<Issue>('POST', `${path}/issues/${issueId}/tickets`, tickets),
    done: ({ title }, { add }) => (add ? `Faz parte de “${title}”` : `Não faz mais parte de “${title}”`),
    onDone,
    refreshes: [['tickets']]
  })

/** Answers all tickets of an issue; `onDone` gets how many, and the key by which that is taken back. */
export const useIssueAnswer = (issueId: string, onDone: (answered: number, key: string) => void) =>
  useWrite({
    write: ({ key, ...answer }: IssueAnswer & { key: string }) =>
      callOnce<{ answered: number }>(`${path}/issues/${issueId}/replies`, key, answer),
    onDone: ({ answered }, { key }) => onDone(answered, key),
    refreshes: [['tickets']]
  })

export const useIssueAnswerBack = () =>
  useWrite({
    write: ({ issueId, key }: { issueId: string; key: string }) =>
      call('DELETE', `${path}/issues/${issueId}/replies/${encodeURIComponent(key)}`),
    refreshes: [['tickets']]
  })

// Clocks and figures

type Stored = { rules: TicketRules; version: number }

export const useClockRules = () => useQuery(read<Stored>(`${path}/rules`, keys.rules))

export const useClockRulesSave = (more: Written) =>
  useWrite({
    write: (stored: Stored) => call<Stored>('PUT', `${path}/rules`, stored),
    done: 'Prazos salvos. Os chamados abertos recebem os novos em instantes.',
    refreshes: [keys.rules, ['tickets']],
    ...more
  })

export const useFigures = (from: string, to: string) =>
  useQuery(read<Figures>(`${path}/figures?${new URLSearchParams({ from, to })}`, ['tickets', 'figures', from, to]))
