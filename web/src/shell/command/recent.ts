import { useStore } from 'react-admin'

export type Recent = { to: string; label: string; detail?: string }

const maxRecent = 6

/** The last opened records, newest first. They are forgotten with the person's other views. */
export function useRecent(): [Recent[], (opened: Recent) => void] {
  const [recent, setRecent] = useStore<Recent[]>('recent', [])
  const remember = (opened: Recent) =>
    setRecent((earlier = []) => [opened, ...earlier.filter(({ to }) => to !== opened.to)].slice(0, maxRecent))
  return [recent, remember]
}
