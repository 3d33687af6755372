import { useStore } from 'react-admin'

export type Recent = { to: string; label: string; detail?: string }

const most = 6

/** What was opened last, newest first. It is forgotten with the person's other views. */
export function useRecent(): [Recent[], (opened: Recent) => void] {
  const [recent, setRecent] = useStore<Recent[]>('recent', [])
  const remember = (opened: Recent) =>
    setRecent((known = []) => [opened, ...known.filter(({ to }) => to !== opened.to)].slice(0, most))
  return [recent, remember]
}
