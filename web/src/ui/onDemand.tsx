import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Part<Props> = {
  load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
  waiting: ReactNode
}

/**
 * A part that is fetched when it is first shown; `waiting` stands in its place until then. It differs from React's
 * `lazy` in time: a part that is here already is shown at once, and one that arrives is shown when it does, where React
 * holds whatever suspended back for 300 ms, which a hand feels.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null
): ComponentType<Props> {
  const part: Part<Props> = { load, waiting }
  return props => <Demanded part={part} props={props} />
}

function Demanded<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  // The component is kept for the life of the mount: replacing it would remount.
  const [Shown, show] = useState(() => part.loaded)
  const [failure, fail] = useState<Error>()
  useEffect(() => {
    if (!Shown) part.load().then(loaded => show(() => (part.loaded = loaded)), fail)
  }, [part, Shown])
  if (failure) throw failure
  return Shown ? <Shown {...props} /> : part.waiting
}
