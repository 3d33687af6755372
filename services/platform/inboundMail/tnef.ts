import { isUtf8 } from 'node:buffer'
import { htmlToText } from './html.ts'

/** A file of an Outlook rich-text mail. */
export type TnefFile = { name: string; content: Uint8Array }

export type Tnef = { text: string; files: TnefFile[] }

/** The signature of the format, and the attributes that are read (MS-OXTNEF, 2.1.3). */
const signature = 0x223e9f78
const attributes = {
  body: 0x0002800c,
  props: 0x00069003,
  rendering: 0x00069002,
  title: 0x00018010,
  data: 0x0006800f,
  attachment: 0x00069005
}

/** Properties of MAPI that are read (MS-OXPROPS): the body, as a text or a page, and names and bytes of a file. */
const properties = { body: 0x1000, page: 0x1013, longName: 0x3707, name: 0x3704, data: 0x3701 }

/** Files, and properties of one list, at most. */
const bounds = { files: 100, properties: 2000 }

const windows = new TextDecoder('windows-1252')
const utf16 = new TextDecoder('utf-16le')
const ended = (text: string): string => text.replace(/\0[\s\S]*$/, '')

/**
 * Reads the file winmail.dat, in which Outlook sends what it writes as rich text. Null for bytes that are none; one that
 * is cut off is read as far as it goes.
 */
export function readTnef(bytes: Uint8Array): Tnef | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 6 || view.readUInt32LE(0) !== signature) return null
  const read: Tnef = { text: '', files: [] }
  let file: TnefFile | undefined
  for (let at = 6; at + 9 <= view.length; ) {
    const id = view.readUInt32LE(at + 1)
    const length = view.readUInt32LE(at + 5)
    const data = view.subarray(at + 9, at + 9 + length)
    at += 9 + length + 2
    if (id === attributes.rendering && read.files.length < bounds.files) {
      file = { name: '', content: new Uint8Array() }
      read.files.push(file)
    } else if (id === attributes.body) read.text = ended(windows.decode(data))
    else if (id === attributes.props) {
      const { texts, bytes: values } = readProperties(data)
      read.text ||= texts.get(properties.body) || textOfPage(values.get(properties.page)) || ''
    } else if (file && id === attributes.title) file.name ||= ended(windows.decode(data))
    else if (file && id === attributes.data) file.content = data.slice()
    else if (file && id === attributes.attachment) {
      const { texts: named, bytes: values } = readProperties(data)
      file.name = named.get(properties.longName) ?? (file.name || (named.get(properties.name) ?? ''))
      // The bytes of a document in a document are a property.
      if (file.content.length === 0) file.content = values.get(properties.data)?.slice() ?? file.content
    }
  }
  read.files = read.files.filter(({ content }) => content.length > 0)
  return read
}

/** Bytes of the values of fixed types, padded to four (MS-OXTNEF, 2.1.3.4). */
const fixed: Record<number, number> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 }
const [text8, text16, binary, object] = [0x1e, 0x1f, 0x102, 0x0d]

/** Bytes before those of an object, which say its kind (MS-OXTNEF, 2.1.3.4). */
const kindOfObject = 16

const textOfPage = (page: Buffer | undefined): string =>
  page ? htmlToText(isUtf8(page) ? page.toString('utf8') : windows.decode(page)) : ''

/** The texts and bytes of a list of properties, by the ids of these; it ends where a type is not known. */
function readProperties(data: Buffer): { texts: Map<number, string>; bytes: Map<number, Buffer> } {
  const found = { texts: new Map<number, string>(), bytes: new Map<number, Buffer>() }
  let at = 4
  let left = data.length >= 4 ? Math.min(data.readUInt32LE(0), bounds.properties) : 0
  const has = (n: number) => at + n <= data.length
  for (; left > 0 && has(4); left--) {
    const [type, id] = [data.readUInt16LE(at) & 0xfff, data.readUInt16LE(at + 2)]
    const isList = (data.readUInt16LE(at) & 0x1000) !== 0
    at += 4
    if (id >= 0x8000) {
      if (!has(24)) break
      const isNamed = data.readUInt32LE(at + 16) === 1
      at += 24
      if (isNamed) at += Math.ceil(data.readUInt32LE(at - 4) / 4) * 4
    }
    const size = fixed[type]
    const isLong = [text8, text16, binary, object].includes(type)
    if (!has(4) || (size === undefined && !isLong)) break
    let values = 1
    if (isLong || isList) {
      values = Math.min(data.readUInt32LE(at), bounds.properties)
      at += 4
    }
    for (let n = 0; n < values; n++) {
      if (size !== undefined) at += size
      else {
        if (!has(4)) return found
        const length = data.readUInt32LE(at)
        const value = data.subarray(at + 4, at + 4 + length)
        if (type === text8) found.texts.set(id, ended(windows.decode(value)))
        if (type === text16) found.texts.set(id, ended(utf16.decode(value)))
        if (type === binary) found.bytes.set(id, value)
        if (type === object) found.bytes.set(id, value.subarray(kindOfObject))
        at += 4 + Math.ceil(length / 4) * 4
      }
    }
  }
  return found
}
