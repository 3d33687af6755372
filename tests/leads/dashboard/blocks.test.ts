import { expect, test } from 'vitest'
import { blocksOf, inOrder } from '../../../web/src/leads/dashboard/blocks.ts'
import type { DashboardBlock, Feature } from '../../../web/src/shell/features.ts'

const Nothing = () => null

const block = (name: string, after?: string): DashboardBlock => ({
  name,
  label: name,
  Block: Nothing,
  ...(after && { after })
})
const feature = (name: string, ...blocks: DashboardBlock[]): Feature => ({ name, blocks })
const names = (blocks: readonly DashboardBlock[]) => blocks.map(({ name }) => name)

const features = [
  feature('dashboard', block('queue'), block('figures'), block('charts')),
  { name: 'without' },
  feature('calendar', block('appointments', 'figures')),
  feature('company', block('usage', 'a block that is gone'))
]

test('a block stands below the one that it names, else last', () => {
  expect(names(blocksOf(features))).toEqual(['queue', 'figures', 'appointments', 'charts', 'usage'])
})

test("a person's order holds where a block is new, and where one is gone", () => {
  const placed = ['charts', 'gone', 'queue']
  expect(names(inOrder(blocksOf(features), placed))).toEqual(['charts', 'queue', 'figures', 'appointments', 'usage'])
})

test('two blocks of one name are refused by name', () => {
  expect(() => blocksOf([...features, feature('other', block('queue'))])).toThrow(
    "Two blocks of the dashboard are named 'queue'"
  )
})
