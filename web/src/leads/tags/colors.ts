import type { TagColor } from '../../../../services/leads/tags/rules.ts'

export const tagColorLabels: Record<TagColor, string> = {
  slate: 'Cinza',
  red: 'Vermelho',
  orange: 'Laranja',
  amber: 'Amarelo',
  green: 'Verde',
  teal: 'Turquesa',
  blue: 'Azul',
  violet: 'Violeta',
  pink: 'Rosa'
}

type Pair = { light: string; dark: string }

/** The dot of a tag; its words are in the colour of the text, which is readable on anything. */
export const tagDots: Record<TagColor, Pair> = {
  slate: { light: '#64748b', dark: '#94a3b8' },
  red: { light: '#dc2626', dark: '#f87171' },
  orange: { light: '#ea580c', dark: '#fb923c' },
  amber: { light: '#ca8a04', dark: '#facc15' },
  green: { light: '#16a34a', dark: '#4ade80' },
  teal: { light: '#0d9488', dark: '#2dd4bf' },
  blue: { light: '#2563eb', dark: '#60a5fa' },
  violet: { light: '#7c3aed', dark: '#a78bfa' },
  pink: { light: '#db2777', dark: '#f472b6' }
}
