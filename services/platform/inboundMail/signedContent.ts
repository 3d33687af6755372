/** Nested values of a signed message at most. */
const deepest = 30

type Value = { tag: number; isConstructed: boolean; content: Buffer; end: number }

/**
 * Reads one value of BER (X.690): its tag, its bytes, and where it ends. One of indefinite length ends with two zeros.
 * Null for bytes that are none.
 */
function readValue(bytes: Buffer, at: number, depth = 0): Value | null {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || depth > deepest) return null
  const isConstructed = (tag & 0x20) !== 0
  if (first === 0x80) {
    let end = at + 2
    while (bytes[end] !== 0 || bytes[end + 1] !== 0) {
      const inner = readValue(bytes, end, depth + 1)
      if (!inner) return null
      end = inner.end
    }
    return { tag, isConstructed, content: bytes.subarray(at + 2, end), end: end + 2 }
  }
  const more = first > 0x80 ? first - 0x80 : 0
  if (more > 4) return null
  const length = more === 0 ? first : bytes.subarray(at + 2, at + 2 + more).reduce((sum, byte) => sum * 256 + byte, 0)
  const begin = at + 2 + more
  return { tag, isConstructed, content: bytes.subarray(begin, begin + length), end: begin + length }
}

function valuesIn(bytes: Buffer, limit: number): Value[] {
  const values: Value[] = []
  for (let at = 0; at < bytes.length && values.length < limit; ) {
    const value = readValue(bytes, at)
    if (!value) break
    values.push(value)
    at = value.end
  }
  return values
}

/** The bytes of a string of octets, whose parts may be strings themselves. */
function octets({ isConstructed, content }: Value, depth = 0): Buffer {
  if (!isConstructed || depth > deepest) return content
  return Buffer.concat(valuesIn(content, 100_000).map(value => octets(value, depth + 1)))
}

/** 1.2.840.113549.1.7.2, signedData (RFC 5652, 5.1). */
const signedData = '2a864886f70d010702'

/**
 * The content of an opaque signature of S/MIME (RFC 8551, 3.5.2), a MIME part of its own. The signature itself is not
 * verified. Null for an encrypted one, and for bytes that are none.
 */
export function signedContent(bytes: Uint8Array): Buffer | null {
  const outer = readValue(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0)
  if (!outer) return null
  const [type, wrapped] = valuesIn(outer.content, 2)
  if (type?.content.toString('hex') !== signedData || !wrapped) return null
  const [signed] = valuesIn(wrapped.content, 1)
  const [, , encapsulated] = signed ? valuesIn(signed.content, 3) : []
  const [, explicit] = encapsulated ? valuesIn(encapsulated.content, 2) : []
  const [content] = explicit ? valuesIn(explicit.content, 1) : []
  return content ? octets(content) : null
}
