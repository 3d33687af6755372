import type { ReactNode } from 'react'
import type { MenuGroup } from '../menu.tsx'

/** Something that the palette offers: a place to go to, or something to do. */
export type Command = {
  key: string
  label: string
  /** Beside the label, quieter: an e-mail, a plan. */
  detail?: string
  icon?: ReactNode
  /** Other words by which it is looked for. */
  words?: string
  /** Shown only while something is typed: the list at rest stays short. */
  typedOnly?: boolean
  /** The key that does it, outside of texts. */
  letter?: string
} & ({ to: string; run?: never } | { run: () => unknown; to?: never })

/** What an application offers its palette. */
export type CommandSource = {
  pages: Command[]
  actions: Command[]
  records: {
    heading: string
    icon: ReactNode
    /** Up to this many are asked of the server. */
    find: (q: string, most: number, signal: AbortSignal) => Promise<Command[]>
  }
  /** Pages by the letter that follows `g`. */
  letters: Record<string, { to: string; label: string }>
}

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word of a search begins a word of the command, with or without accents. */
export function matches({ label, words = '' }: Pick<Command, 'label' | 'words'>, search: string): boolean {
  const have = fold(`${label} ${words}`).split(/[\s/]+/)
  return fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .every(asked => have.some(word => word.startsWith(asked)))
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
