/** Three to five round numbers from 0 to at least `most`, whole ones, evenly apart. */
export function ticksOf(max: number): number[] {
  const rough = Math.max(1, max / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(times => times * power).find(size => size >= rough) ?? 1
  return Array.from({ length: Math.max(2, Math.ceil(max / step)) + 1 }, (_, n) => n * step)
}
