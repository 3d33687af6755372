import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'

const Circle = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 'var(--face, 40px)',
  height: 'var(--face, 40px)',
  borderRadius: '50%',
  fontWeight: 650,
  color: theme.tokens.tones.neutral.onSoft,
  backgroundColor: theme.tokens.tones.neutral.soft,
  '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', borderRadius: '50%', objectFit: 'cover' }
}))

type Props = {
  name: string
  /** The address of a picture; the first letter of the name stands where there is none, or it does not come. */
  picture: string | null
  /** Set upon the circle. */
  children?: ReactNode
}

/** A person as a picture in a circle, or as a letter, beside a name that is read out. */
export function Face({ name, picture, children }: Props) {
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <Circle className="face" aria-hidden>
      {[...name.replace(/^@/, '').trim()][0]?.toUpperCase() ?? '?'}
      {picture && picture !== missing && (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setMissing(picture)} />
      )}
      {children}
    </Circle>
  )
}
