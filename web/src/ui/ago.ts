const words = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' })

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60]
] as const

/** How long ago a moment was: 'há 5 minutos', 'ontem'; 'agora' within the last minute. */
export function timeAgo(at: string, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000
  if (Number.isNaN(seconds)) return ''
  for (const [unit, length] of steps)
    if (Math.abs(seconds) >= length) return words.format(Math.trunc(seconds / length), unit)
  return 'agora'
}
