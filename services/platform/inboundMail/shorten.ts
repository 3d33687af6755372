/**
 * Lines that are read of a mail. The parser keeps an object for each line but those of base64, some two kilobytes: a
 * mail of 25 MB with short lines would take gigabytes.
 */
const limits = { base64: 400_000, others: 60_000, boundaries: 2000 }

const [lineFeed, carriageReturn, hyphen] = [0x0a, 0x0d, 0x2d]

/** Whether a header line says that base64 follows. */
const saysBase64 = (line: Buffer): boolean =>
  line.length < 200 && /^content-transfer-encoding:\s?base64/i.test(line.toString('latin1'))

/**
 * The mail without the lines that are too many, and whether there were any. Where parts begin stays, so that what comes
 * after a long part is still distinguished from it.
 */
export function shorten(raw: Buffer): { raw: Buffer; shortened: boolean } {
  if (raw.length < limits.others) return { raw, shortened: false }
  const left = { ...limits }
  const kept: Buffer[] = []
  let keptFrom = 0
  let inHeaders = true
  let base64 = false
  let shortened = false
  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(lineFeed, at)
    const next = found === -1 ? raw.length : found + 1
    const boundary = raw[at] === hyphen && raw[at + 1] === hyphen
    const empty = next - at <= 2 && (raw[at] === lineFeed || raw[at] === carriageReturn)
    if (boundary) [inHeaders, base64] = [true, false]
    else if (inHeaders && empty) inHeaders = false
    else if (inHeaders) base64 ||= saysBase64(raw.subarray(at, next))
    const counted = base64 && !inHeaders ? 'base64' : 'others'
    const keep = left[counted] > 0 || (boundary && left.boundaries-- > 0)
    left[counted]--
    if (!keep) {
      if (keptFrom < at) kept.push(raw.subarray(keptFrom, at))
      keptFrom = next
      shortened = true
    }
    at = next
  }
  if (!shortened) return { raw, shortened }
  kept.push(raw.subarray(keptFrom))
  return { raw: Buffer.concat(kept), shortened }
}
