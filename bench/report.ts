/** One line of the table: what was measured beside its limit, both in this run. */
export type Row = { what: string; measured: string; limit: string; ratio: number | null; goal: string; met: boolean }

/** The rows as a Markdown table. */
export function table(rows: Row[]): string {
  const lines = rows.map(({ what, measured, limit, ratio, goal, met }) =>
    ['', what, measured, limit, ratio === null ? '' : ratio.toFixed(2), goal, met ? 'yes' : '**no**', '']
      .join(' | ')
      .trim()
  )
  return ['| what | measured | against | ratio | goal | met |', '|---|---|---|---|---|---|', ...lines].join('\n')
}
