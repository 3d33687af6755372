import type { Command, CommandSource, MenuGroup } from '../features.ts'

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word of a search begins a word of the command, with or without accents. */
export function matches({ label, words = '' }: Pick<Command, 'label' | 'words'>, search: string): boolean {
  const have = fold(`${label} ${words}`).split(/[\s/]+/)
  return fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .every(wanted => have.some(word => word.startsWith(wanted)))
}

/** The pages of a menu as commands. */
export const pagesOf = (groups: readonly MenuGroup[]): Command[] =>
  groups.flatMap(({ heading, entries }) =>
    entries.map(({ to, label, shortLabel, icon }) => ({ key: to, to, label, icon, words: `${heading} ${shortLabel}` }))
  )

/** The letters of a menu's pages. */
export const lettersOf = (groups: readonly MenuGroup[]): CommandSource['letters'] =>
  Object.fromEntries(
    groups.flatMap(({ entries }) =>
      entries.flatMap(({ letter, to, label }) => (letter ? [[letter, { to, label }]] : []))
    )
  )
