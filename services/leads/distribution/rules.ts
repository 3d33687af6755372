/** `turns`: one after the other; `least`: to the person with the fewest open leads. */
export const distributionModes = ['off', 'turns', 'least'] as const
export type DistributionMode = (typeof distributionModes)[number]

export const modeLabels: Record<DistributionMode, { label: string; help: string }> = {
  off: { label: 'Desligada', help: 'Os leads chegam sem responsável e a equipe escolhe.' },
  turns: { label: 'Rodízio', help: 'Cada lead vai para a próxima pessoa da lista.' },
  least: { label: 'Menos ocupado', help: 'Cada lead vai para quem tem menos leads abertos.' }
}

export type Member = {
  employeeId: string
  /** Skipped for now, on holiday for example. */
  away: boolean
  /** Open leads after which the person gets no more; null without a limit. */
  maxOpen: number | null
}

export type Candidate = Member & { name: string; open: number }
export type Choice = { employeeId: string; reason: string }

const leads = (n: number) => (n === 1 ? '1 lead aberto' : `${n} leads abertos`)

/** The employee who gets the next lead, and why; null where nobody can. `last` got the one before. */
export function choose(mode: DistributionMode, candidates: readonly Candidate[], last: string | null): Choice | null {
  const free = (each: Candidate) => !each.away && (each.maxOpen === null || each.open < each.maxOpen)
  if (mode === 'off') return null
  if (mode === 'least') {
    const [least] = candidates.filter(free).sort((a, b) => a.open - b.open)
    return least ? { employeeId: least.employeeId, reason: `Menos ocupado: ${leads(least.open)}` } : null
  }
  const start = candidates.findIndex(({ employeeId }) => employeeId === last) + 1
  const inTurn = [...candidates.slice(start), ...candidates.slice(0, start)]
  const next = inTurn.find(free)
  if (!next) return null
  const passed = inTurn
    .slice(0, inTurn.indexOf(next))
    .map(({ name, away }) => `${name} ${away ? 'ausente' : 'no limite'}`)
  return {
    employeeId: next.employeeId,
    reason: passed.length > 0 ? `Rodízio: sua vez (${passed.join(', ')})` : 'Rodízio: sua vez'
  }
}
