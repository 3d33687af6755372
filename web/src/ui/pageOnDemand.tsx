import type { ComponentType } from 'react'
import { onDemand } from './onDemand.tsx'
import { Spinner } from './Spinner.tsx'

/** A page that is fetched when somebody opens it. */
export const pageOnDemand = (load: () => Promise<{ default: ComponentType }>): ComponentType =>
  onDemand(async () => (await load()).default, <Spinner />)
