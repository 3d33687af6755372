import { Fragment } from 'react'
import { type RichPart, readRich } from './richText.ts'

/** The words of a message with its links, and with its marks where the channel has them. */
export const RichText = ({ text, markup }: { text: string; markup: boolean }) => (
  <Parts parts={readRich(text, markup)} />
)

const tags = { bold: 'strong', italic: 'em', struck: 's' } as const

const Parts = ({ parts }: { parts: readonly RichPart[] }) =>
  parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is read whole, and its parts have no other name
    <Fragment key={place}>{partOf(part)}</Fragment>
  ))

function partOf(part: RichPart) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'code') return <code>{part.text}</code>
  if (part.kind === 'link')
    return (
      <a href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    )
  const Tag = tags[part.kind]
  return (
    <Tag>
      <Parts parts={part.parts} />
    </Tag>
  )
}
