import { dark, light } from '../../core/tokens.ts'

const colors = [light.tones.brand.main, dark.tones.brand.main, dark.tones.warning.main, light.tones.violet.main]
const pieces = 28

/** A handful of confetti where a sale was won. Nothing moves for who asked the device for less motion. */
export function celebrate(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { activeElement } = document
  const from = (
    activeElement && activeElement !== document.body ? activeElement : document.documentElement
  ).getBoundingClientRect()
  const [x, y] = [from.left + from.width / 2, Math.min(from.top + from.height / 2, innerHeight * 0.6)]
  for (let n = 0; n < pieces; n++) {
    const piece = document.body.appendChild(document.createElement('i'))
    piece.ariaHidden = 'true'
    Object.assign(piece.style, {
      position: 'fixed',
      left: `${x}px`,
      top: `${y}px`,
      width: '8px',
      height: n % 2 ? '8px' : '14px',
      borderRadius: '2px',
      background: colors[n % colors.length],
      pointerEvents: 'none',
      zIndex: '2000'
    })
    const angle = (n / pieces) * 2 * Math.PI
    const reach = 60 + 80 * Math.random()
    const flight = piece.animate(
      [
        { transform: 'none', opacity: 1 },
        {
          transform: `translate(${Math.cos(angle) * reach}px, ${Math.sin(angle) * reach - 50}px) rotate(${180 * Math.random()}deg)`,
          opacity: 1,
          offset: 0.5
        },
        {
          transform: `translate(${Math.cos(angle) * reach * 1.2}px, ${Math.sin(angle) * reach + 110}px) rotate(${540 * Math.random()}deg)`,
          opacity: 0
        }
      ],
      { duration: 1100, easing: 'cubic-bezier(0.1, 0.6, 0.4, 1)' }
    )
    flight.onfinish = flight.oncancel = () => piece.remove()
  }
}
