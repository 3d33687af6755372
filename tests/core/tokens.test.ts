import { describe, expect, test } from 'vitest'
import { dark, light, type Palette, tokensCss } from '../../web/src/core/tokens.ts'

function luminance(hex: string): number {
  const channels = [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0)
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

describe.each<[string, Palette]>([
  ['light', light],
  ['dark', dark]
])('the %s palette', (_, palette) => {
  const grounds = { page: palette.page, surface: palette.surface, sunken: palette.sunken }

  test.each(Object.entries(grounds))('texts are readable on %s', (_ground, color) => {
    for (const text of [palette.text, palette.textSoft, palette.textFaint])
      expect(contrast(text, color)).toBeGreaterThanOrEqual(4.5)
  })

  test('the edge of an input is seen on every ground', () => {
    for (const ground of Object.values(grounds)) expect(contrast(palette.edge, ground)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries(palette.tones))('%s is readable as text, as fill and as tint', (_tone, colors) => {
    for (const ground of Object.values(grounds)) expect(contrast(colors.main, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colors.on, colors.main)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colors.onSoft, colors.soft)).toBeGreaterThanOrEqual(4.5)
  })

  test('a button stays readable while the pointer is over it', () => {
    expect(contrast(palette.tones.brand.on, palette.brandHover)).toBeGreaterThanOrEqual(4.5)
  })
})

test('the dark theme follows the device unless the page decides', () => {
  const css = tokensCss()
  expect(css).toContain('prefers-color-scheme:dark){:root:not([data-theme=light])')
  expect(css).toContain(':root[data-theme=dark]')
  expect(css).toContain('--text-soft:')
})
