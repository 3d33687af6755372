import sax, { type SAXOptions } from 'sax'
import { damaged } from './zip.ts'

/** Deeper nesting, and more attributes, than any workbook has. */
const limits = { depth: 50, attributes: 100 }

export type Attributes = Record<string, string>

/** Handlers for the elements of a streamed document, named without namespaces. */
type Watcher = {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** An attribute's value, in any namespace. */
export const attribute = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1]

/**
 * Streams a document, and passes on the items that the watcher emits. Throws 400 for incomplete XML. Document types are
 * refused: no workbook has one, and they allow entity expansion.
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
  // With positions, the parser limits the length of names, values and comments.
  const parser = sax.parser(true, { position: true, strictEntities: true } as SAXOptions)
  parser.onerror = refuse
  parser.ondoctype = refuse
  parser.onattribute = () => {
    if (++attributes > limits.attributes) refuse()
  }
  parser.onopentag = tag => {
    attributes = 0
    if (++depth > limits.depth) refuse()
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
