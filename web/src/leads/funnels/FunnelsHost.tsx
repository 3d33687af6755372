import { useEffect } from 'react'
import { useFunnels } from './api.ts'
import { showFunnels } from './steps.ts'

/** Keeps the funnels that are shown those of the company. */
export function FunnelsHost() {
  const { data } = useFunnels()
  useEffect(() => showFunnels(data), [data])
  useEffect(() => () => showFunnels(undefined), [])
  return null
}
