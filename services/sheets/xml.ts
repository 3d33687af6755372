import sax, { type SAXOptions } from 'sax'
import { damaged } from './zip.ts'

/** Deeper than any part of a workbook goes, and more attributes than any of its elements has. */
const most = { depth: 50, attributes: 100 }

export type Attributes = Record<string, string>

/** What is done with the elements of a document as they stream by, each named without its namespace. */
type Watcher = {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The value of an attribute, in whichever namespace it stands. */
export const attribute = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1]

/**
 * Reads a document and passes on what the watcher emits on its way, never holding more than a piece of it. Throws 400
 * where it is no whole XML. A document type is none of a workbook, and the only way to make entities that unfold.
 */
export async function* watchXml<T>(
  document: AsyncIterable<string>,
  watcher: (emit: (value: T) => void) => Watcher
): AsyncGenerator<T> {
  const emitted: T[] = []
  const { open, text, close } = watcher(value => emitted.push(value))
  const refuse = () => {
    throw damaged()
  }
  let depth = 0
  let attributes = 0
  // The parser counts positions, by which it bounds how long a name, a value or a comment may grow.
  const parser = sax.parser(true, { position: true, strictEntities: true } as SAXOptions)
  parser.onerror = refuse
  parser.ondoctype = refuse
  parser.onattribute = () => {
    if (++attributes > most.attributes) refuse()
  }
  parser.onopentag = tag => {
    attributes = 0
    if (++depth > most.depth) refuse()
    open?.(localName(tag.name), tag.attributes as Attributes)
  }
  parser.onclosetag = name => {
    depth--
    close?.(localName(name))
  }
  if (text) parser.ontext = parser.oncdata = text
  for await (const part of document) {
    parser.write(part)
    if (emitted.length > 0) yield* emitted.splice(0)
  }
  parser.close()
  yield* emitted
}
