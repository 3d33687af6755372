import { useEffect, useRef, useState } from 'react'

const pause = 350

/**
 * The text of an input whose value takes effect when the typing pauses. Changes of `value` from elsewhere, such as
 * the back button, replace the text.
 */
export function useDraft(value: string, commit: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const committed = useRef(value)
  const latest = useRef(commit)
  latest.current = commit

  useEffect(() => {
    if (value === committed.current) return
    committed.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === committed.current) return
    const timer = setTimeout(() => {
      committed.current = text
      latest.current(text)
    }, pause)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText]
}
