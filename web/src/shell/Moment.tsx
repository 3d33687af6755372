import { formatDateTime } from '../core/format.ts'
import { timeAgo } from '../ui/ago.ts'
import { useTimeZone } from './company.ts'

type Props = { at: string; timeZone?: string; relative?: boolean }

/**
 * A moment as dd/MM/yyyy HH:mm by the company's clock; how long ago it was shows on hover, or the other way round where
 * `relative`.
 */
export function Moment({ at, timeZone, relative = false }: Props) {
  const zone = useTimeZone()
  const exact = formatDateTime(at, timeZone ?? zone)
  const ago = timeAgo(at)
  return (
    <time dateTime={at} title={relative ? exact : ago}>
      {relative ? ago : exact}
    </time>
  )
}
