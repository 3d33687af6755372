import type { DashboardBlock, Feature } from '../../shell/features.ts'

/** The blocks of all features, in the order for those who have not moved any. */
export function blocksOf(features: readonly Feature[]): DashboardBlock[] {
  const blocks: DashboardBlock[] = []
  for (const block of features.flatMap(({ blocks = [] }) => blocks)) {
    if (blocks.some(({ name }) => name === block.name))
      throw new Error(
        `Two blocks of the dashboard are named '${block.name}': a person's order could not tell them apart`
      )
    const above = blocks.findIndex(({ name }) => name === block.after)
    blocks.splice(above < 0 ? blocks.length : above + 1, 0, block)
  }
  return blocks
}

/** The blocks as a person has placed them; those not placed follow, and removed ones are passed over. */
export const inOrder = (blocks: readonly DashboardBlock[], placed: readonly string[]): DashboardBlock[] => [
  ...placed.flatMap(name => blocks.find(block => block.name === name) ?? []),
  ...blocks.filter(({ name }) => !placed.includes(name))
]
