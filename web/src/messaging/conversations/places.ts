type Coordinates = { latitude: number; longitude: number }

const number = String.raw`(-?\d{1,3}(?:\.\d{1,15})?)`

/** How coordinates stand in addresses of maps, the surest first: a marked place, then the middle of what is shown. */
const forms = [
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`[?&](?:q|query|ll|destination)=(?:loc:)?${number}(?:,|%2C)\\s*${number}`, 'i'),
  new RegExp(`[?&]mlat=${number}&mlon=${number}`),
  new RegExp(`@${number},${number}`),
  new RegExp(`#map=\\d{1,2}(?:\\.\\d+)?/${number}/${number}`),
  new RegExp(`^${number}(?:\\s{0,9}[,;]\\s{0,9}|\\s{1,9})${number}$`)
]

/** Degrees as a person typed them or as they stand in the address of a map; undefined where there are none. */
export function readCoordinates(text: string): Coordinates | undefined {
  for (const form of forms) {
    const [, latitude, longitude] = (form.exec(text.trim()) ?? []).map(Number)
    if (latitude === undefined || longitude === undefined) continue
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude }
  }
  return undefined
}

/** Six places are a hand's breadth. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
