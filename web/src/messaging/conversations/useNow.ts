import { useEffect, useState } from 'react'

/** The time, which moves on every so many milliseconds, and at the moment at which something ends. */
export function useNow(every = 30_000, ends: Date | null = null): number {
  const [now, setNow] = useState(Date.now)
  const end = ends?.getTime() ?? 0
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  useEffect(() => {
    const left = end - now
    if (left <= 0 || left > every) return
    const timer = setTimeout(() => setNow(Date.now()), end - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [every, end, now])
  return now
}
