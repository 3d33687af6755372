import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react'

const Drawn = createContext(0)

/**
 * Draws its `Stage`s one after the other, `last` being the number of the last one: between two, a press is answered.
 */
export function Stages({ last, children }: { last: number; children: ReactNode }) {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (drawn < last) startTransition(() => setDrawn(drawn + 1))
  }, [drawn, last])
  return <Drawn value={drawn}>{children}</Drawn>
}

type StageProps = { at: number; waiting?: ReactNode; children: ReactNode }

/** A part of a page that is too much to be drawn at once: it comes when its turn has. */
export const Stage = ({ at, waiting = null, children }: StageProps) => (useContext(Drawn) >= at ? children : waiting)
