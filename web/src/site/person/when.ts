// Its own, since what formats in the applications comes with them.
const format = (time: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric', ...time })
const withTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const shown = (value: string | null, time: Intl.DateTimeFormatOptions): string =>
  value === null ? '' : format(time).format(new Date(value)).replace(',', '')

/** dd/MM/yyyy, where the reader is; a day without time is never moved. */
export const formatDate = (value: string | null): string =>
  value && /^\d{4}-\d\d-\d\d$/.test(value) ? value.split('-').reverse().join('/') : shown(value, {})

/** Texts that are a moment, as machines write it, in the words of people. */
export const readable = (text: string | null): string | null =>
  text && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatDateTime(text) : text

/** dd/MM/yyyy HH:mm */
export const formatDateTime = (value: string | null): string => shown(value, withTime)
