type Rgb = [number, number, number]

const read = (hex: string): Rgb => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const write = (color: Rgb) => `#${color.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (color: Rgb, other: Rgb, share: number) =>
  color.map((part, i) => part + ((other[i] as number) - part) * share) as Rgb

function luminance(color: Rgb): number {
  const [r, g, b] = color.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** The nearest colour with a contrast of 4.5 to 1 on a background. */
function readable(color: Rgb, on: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.04) {
    const tried = mix(color, towards, share)
    if (contrast(tried, on) >= 4.6) return tried
  }
  return towards
}

/**
 * The nearest tone of a colour (#rrggbb) that can be read on a surface, darker on a light one and lighter on a dark
 * one.
 */
export function readableOn(color: string, surface: string): string {
  const ground = read(surface)
  return write(readable(read(color), ground, luminance(ground) > 0.4 ? black : white))
}

const lightPage = read('#f4f2ec')
const darkSurface = read('#1d2723')

function properties(main: Rgb, on: string, strong: Rgb, surface: Rgb): string {
  const soft = mix(main, surface, 0.86)
  const onSoft = readable(main, soft, strong)
  return [
    `--brand:${write(main)}`,
    `--on-brand:${on}`,
    `--brand-hover:${write(mix(main, strong, 0.16))}`,
    `--brand-soft:${write(soft)}`,
    `--on-brand-soft:${write(onSoft)}`
  ].join(';')
}

/** The style of a company's colour, light and dark, made readable whatever the colour. */
export function brandStyle(accent: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return ''
  const light = properties(readable(read(accent), lightPage, black), '#ffffff', black, white)
  const dark = properties(readable(read(accent), darkSurface, white), '#0a0f0d', white, darkSurface)
  return (
    `:root{${light}}@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}` +
    `:root[data-theme=dark]{${dark}}`
  )
}
