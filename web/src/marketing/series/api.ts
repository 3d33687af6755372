import { useQuery } from '@tanstack/react-query'
import { seriesLimits } from '../../../../services/marketing/series/rules.ts'
import type {
  NewSeries,
  Series,
  SeriesChange,
  SeriesKit,
  SeriesRow,
  SeriesStep,
  TriedSeries
} from '../../../../services/marketing/series/schema.ts'
import { call, read, useWrite, type Written } from '../../ui/data.ts'

export type { NewSeries, Series, SeriesRow, SeriesStep, TriedSeries }

const path = '/api/email/series'
const all = ['series']

/** All of them: a company has no more than the server lists at once. */
export const useSeriesList = () =>
  useQuery(read<SeriesRow[]>(`${path}?range=[0,99]&sort=["createdAt","DESC"]`, ['series', 'list']))

export const useSeries = (id: string) => useQuery(read<Series>(`${path}/${id}`, ['series', 'one', id]))

/** The date fields of the company's forms. */
export const useSeriesKit = () => useQuery({ ...read<SeriesKit>(`${path}/kit`, ['series', 'kit']), staleTime: 60_000 })

/** Saves a new series where there is no id. */
export const useSeriesSave = (id: string | null, options: Written<Series>) =>
  useWrite({
    write: (series: NewSeries | SeriesChange) =>
      id === null ? call<Series>('POST', path, series) : call<Series>('PUT', `${path}/${id}`, series),
    done: 'Sequência salva',
    refreshes: [all],
    ...options
  })

export type SeriesMove = 'on' | 'pause' | 'off'
const done: Record<SeriesMove, string> = {
  on: 'Sequência ligada',
  pause: 'Sequência pausada',
  off: 'Sequência desligada'
}

export const useSeriesMove = (id: string, onDone: () => void = () => {}) =>
  useWrite({
    write: (move: SeriesMove) => call<Series>('POST', `${path}/${id}/${move}`),
    done: (_, move) => done[move],
    onDone,
    refreshes: [all, ['campaigns']]
  })

const copyEnding = ' (cópia)'

/** Writes a series with the same steps, which is off; nobody who is in it comes with it. */
export const useSeriesCopy = (onDone: (copy: Series) => void) =>
  useWrite({
    write: ({ name, kind, field, yearly, reach, stopStatuses, quietHours, steps }: Series) =>
      call<Series>('POST', path, {
        name: name.slice(0, seriesLimits.name - copyEnding.length) + copyEnding,
        kind,
        field,
        yearly,
        reach,
        stopStatuses,
        quietHours,
        steps: steps.map(({ waitHours, templateId, subject }) => ({ waitHours, templateId, subject }))
      }),
    done: 'Sequência duplicada',
    onDone,
    refreshes: [['series', 'list']]
  })

export const useSeriesRemoval = (id: string, onDone: () => void) =>
  useWrite({
    write: () => call('DELETE', `${path}/${id}`),
    done: 'Sequência excluída',
    onDone,
    refreshes: [['series', 'list']]
  })

/** Tries the series for a lead, without sending anything. */
export const useSeriesTry = (id: string) =>
  useWrite({ write: (leadId: string) => call<TriedSeries>('POST', `${path}/${id}/try`, { leadId }) })
