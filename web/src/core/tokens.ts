/**
 * The one source of colours, sizes and motion. `tokensCss` turns it into custom properties for the public pages;
 * the application builds its light and dark themes from the same objects.
 */

export type Tone = 'brand' | 'neutral' | 'info' | 'success' | 'warning' | 'error' | 'violet'

/**
 * `main` is readable on page and surface, `on` on `main`; `soft` is a tint for chips and notices, `onSoft` its text.
 */
type ToneColors = { main: string; on: string; soft: string; onSoft: string }

export type Palette = {
  /** Behind everything. */
  page: string
  /** Cards, inputs, menus. */
  surface: string
  /** Table heads, wells, read-only inputs. */
  sunken: string
  /** Hairlines that only separate. */
  border: string
  /** Edges of inputs and buttons: 3:1 against the surface. */
  edge: string
  text: string
  textSoft: string
  /** Placeholders and captions, still 4.5:1. */
  textFaint: string
  brandHover: string
  /** Behind a dialog. */
  scrim: string
  tones: Record<Tone, ToneColors>
}

export const light: Palette = {
  page: '#f4f2ec',
  surface: '#ffffff',
  sunken: '#f1eee7',
  border: '#e3dfd5',
  edge: '#7d7a6f',
  text: '#14231e',
  textSoft: '#46544d',
  textFaint: '#5a665f',
  brandHover: '#0b5d57',
  scrim: 'rgb(20 35 30 / 0.55)',
  tones: {
    brand: { main: '#0f766e', on: '#ffffff', soft: '#def2ee', onSoft: '#0b5750' },
    neutral: { main: '#56635c', on: '#ffffff', soft: '#ebe8e0', onSoft: '#3d4942' },
    info: { main: '#1d62ad', on: '#ffffff', soft: '#e4effb', onSoft: '#164a86' },
    success: { main: '#167a3c', on: '#ffffff', soft: '#e1f4e7', onSoft: '#115a2d' },
    warning: { main: '#955708', on: '#ffffff', soft: '#fcf0d6', onSoft: '#6f4006' },
    error: { main: '#b3261e', on: '#ffffff', soft: '#fdeae8', onSoft: '#8c1a14' },
    violet: { main: '#6b3fbf', on: '#ffffff', soft: '#efe8fb', onSoft: '#512c98' }
  }
}

export const dark: Palette = {
  page: '#0a0f0d',
  surface: '#1d2723',
  sunken: '#131b18',
  border: '#34413c',
  edge: '#76857e',
  text: '#ebf1ed',
  textSoft: '#b3c0b9',
  textFaint: '#96a59d',
  brandHover: '#5ce0cf',
  scrim: 'rgb(0 0 0 / 0.65)',
  tones: {
    brand: { main: '#2cc7b5', on: '#04211e', soft: '#11403b', onSoft: '#84e6da' },
    neutral: { main: '#9fada6', on: '#121a17', soft: '#2e3a35', onSoft: '#c5d0ca' },
    info: { main: '#79b3f2', on: '#07192d', soft: '#17344f', onSoft: '#a9d0fa' },
    success: { main: '#5cc983', on: '#06210f', soft: '#153c23', onSoft: '#96e0b0' },
    warning: { main: '#ebb25a', on: '#271703', soft: '#402f10', onSoft: '#f3cb8b' },
    error: { main: '#f6948b', on: '#310704', soft: '#49211d', onSoft: '#fbbab4' },
    violet: { main: '#b79bf3', on: '#1a0b38', soft: '#352655', onSoft: '#d3c2f9' }
  }
}

export const fonts = {
  body: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  /** Headings and figures, in the product's own face: `font.css`. */
  display: "Prosa, 'Prosa while it loads', system-ui, sans-serif"
}

/** Size and line height. */
export const type = {
  xs: ['0.75rem', '1rem'],
  sm: ['0.875rem', '1.25rem'],
  md: ['1rem', '1.5rem'],
  lg: ['1.125rem', '1.625rem'],
  xl: ['1.375rem', '1.75rem'],
  xxl: ['1.75rem', '2.125rem'],
  display: ['clamp(2rem, 1.2rem + 3.6vw, 3.5rem)', '1.1']
} as const

/** Pixels of one step; every distance is a multiple of it. */
export const space = 4

/** Pixels. */
export const radius = { sm: 6, md: 10, lg: 16 }

export const shadows = {
  low: '0 1px 2px rgb(20 35 30 / 0.06)',
  mid: '0 1px 3px rgb(20 35 30 / 0.06), 0 8px 24px -6px rgb(20 35 30 / 0.12)',
  high: '0 4px 10px rgb(20 35 30 / 0.1), 0 24px 56px -12px rgb(20 35 30 / 0.28)'
}

/** Milliseconds. */
export const motion = { fast: 120, slow: 200, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

function colorProperties({ tones, ...roles }: Palette): string {
  const properties = Object.entries(roles).map(([role, color]) => `--${kebab(role)}:${color}`)
  for (const [tone, { main, on, soft, onSoft }] of Object.entries(tones))
    properties.push(`--${tone}:${main}`, `--on-${tone}:${on}`, `--${tone}-soft:${soft}`, `--on-${tone}-soft:${onSoft}`)
  return properties.join(';')
}

/** Custom properties for every token; dark where the device prefers it, unless `data-theme` on the root decides. */
export function tokensCss(): string {
  const fixed = [
    `--font:${fonts.body}`,
    `--font-display:${fonts.display}`,
    ...Object.entries(type).flatMap(([name, [size, line]]) => [`--text-${name}:${size}`, `--line-${name}:${line}`]),
    ...Object.entries(radius).map(([name, pixels]) => `--radius-${name}:${pixels}px`),
    ...Object.entries(shadows).map(([name, shadow]) => `--shadow-${name}:${shadow}`),
    `--fast:${motion.fast}ms`,
    `--slow:${motion.slow}ms`,
    `--easing:${motion.easing}`
  ].join(';')
  return [
    `:root{color-scheme:light;${fixed};${colorProperties(light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${colorProperties(dark)}}}`,
    `:root[data-theme=dark]{color-scheme:dark;${colorProperties(dark)}}`
  ].join('\n')
}
