/** Time zones, named for people in Brazil. */
export const timeZones: Record<string, string> = {
  'America/Sao_Paulo': 'Brasília, Sul, Sudeste e Goiás',
  'America/Bahia': 'Bahia',
  'America/Fortaleza': 'Ceará, Maranhão, Paraíba, Piauí e Rio Grande do Norte',
  'America/Recife': 'Pernambuco',
  'America/Maceio': 'Alagoas e Sergipe',
  'America/Araguaina': 'Tocantins',
  'America/Belem': 'Amapá e leste do Pará',
  'America/Santarem': 'Oeste do Pará',
  'America/Cuiaba': 'Mato Grosso',
  'America/Campo_Grande': 'Mato Grosso do Sul',
  'America/Manaus': 'Amazonas',
  'America/Boa_Vista': 'Roraima',
  'America/Porto_Velho': 'Rondônia',
  'America/Rio_Branco': 'Acre',
  'America/Noronha': 'Fernando de Noronha'
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone)
  if (cached) return cached
  // The Swedish format is ISO 8601.
  const made = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  clocks.set(zone, made)
  return made
}

/** The local time at a moment, as if it were UTC. */
export const wallAt = (at: number, zone: string): number => Date.parse(`${clockOf(zone).format(at).replace(' ', 'T')}Z`)

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The minutes of a day, HH:mm, between which there are business hours. Those until 23:59, the latest that a time field
 * holds, go on to midnight: so a company can say that it never closes.
 */
export const openMinutes = ({ from, to }: { from: string; to: string }): { opens: number; closes: number } => ({
  opens: minuteOf(from),
  closes: to === '23:59' ? 24 * 60 : minuteOf(to)
})

/** The local day, yyyy-MM-dd, that many days after a moment. */
export const dayAt = (at: number, zone: string, days = 0): string =>
  new Date(wallAt(at, zone) + days * 86_400_000).toISOString().slice(0, 10)

/** The moment of a local time; of one that daylight saving skipped, as much later as was skipped. */
export function momentOf(wall: number, zone: string): number {
  const near = wall - (wallAt(wall, zone) - wall)
  const at = wall - (wallAt(near, zone) - near)
  return at === near || wallAt(at, zone) === wall ? at : Math.max(at, near)
}

const [earliest, latest] = [Date.parse('1970-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')]

/** True for a plausible time to plan for, in milliseconds; years out of range are typing errors. */
export const plannable = (at: number): boolean => at >= earliest && at < latest

export const plannableText = 'Escolha um dia entre 1970 e 2100.'
