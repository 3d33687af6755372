/** 'menos de 1 min', '45 min', '2 h', '2 h 30 min'. */
export function minutesText(minutes: number): string {
  if (minutes < 1) return 'menos de 1 min'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
