/**
 * The cycles of a graph: groups of nodes that all reach each other, each sorted (Tarjan's algorithm).
 *
 * @param edges the targets of each node
 */
export function circles(edges: ReadonlyMap<string, Iterable<string>>): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const lowest = (node: string, other: number | undefined) =>
    low.set(node, Math.min(low.get(node) ?? 0, other ?? Number.POSITIVE_INFINITY))

  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.size - 1)
    stack.push(node)
    open.add(node)
    for (const next of edges.get(node) ?? [])
      if (!index.has(next)) {
        visit(next)
        lowest(node, low.get(next))
      } else if (open.has(next)) lowest(node, index.get(next))
    if (low.get(node) !== index.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    for (const each of circle) open.delete(each)
    if (circle.length > 1) found.push(circle.sort())
  }

  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return found.sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''))
}
