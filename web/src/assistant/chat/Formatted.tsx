// biome-ignore-all lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their place in it
import { Fragment } from 'react'
import { blocksOf, type Inline } from './markdown.ts'

const toInline = (part: Inline, place: number) => {
  if (part.kind === 'bold') return <strong key={place}>{part.text}</strong>
  if (part.kind === 'link')
    return (
      <a key={place} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    )
  return <Fragment key={place}>{part.text}</Fragment>
}

/** A text of the assistant, made of elements: nothing in it can become HTML. */
export const Formatted = ({ text }: { text: string }) =>
  blocksOf(text).map((block, place) => {
    if (block.kind === 'paragraph')
      return (
        <p key={place}>
          {block.lines.map((line, row) => (
            <Fragment key={row}>
              {row > 0 && <br />}
              {line.map(toInline)}
            </Fragment>
          ))}
        </p>
      )
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List key={place}>
        {block.items.map((line, row) => (
          <li key={row}>{line.map(toInline)}</li>
        ))}
      </List>
    )
  })
