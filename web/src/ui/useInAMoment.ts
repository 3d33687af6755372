import { useEffect, useState } from 'react'

/** After what the first page needs, and what is asked for in the seconds after it. */
const moment = 6000

/** True a moment after the first drawing, for what is asked of the server once the page itself has come. */
export function useInAMoment(): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), moment)
    return () => clearTimeout(timer)
  }, [])
  return due
}
