import { useCallback, useEffect, useRef, useState } from 'react'

/** A file that somebody chose: on its way to the server, there, or refused. */
export type Chosen<Kept> = {
  key: string
  name: string
  size: number
  /** The picture itself, to look at before it is sent. */
  picture: string | null
  progress: number
  /** The server's answer, once it is there. */
  attachment: Kept | null
  failure: string | null
}

export type Uploads<Kept> = {
  /** Why a file cannot be sent, in Portuguese; null where it can. */
  refusal: (file: File) => string | null
  isPicture: (file: File) => boolean
  send: (file: File, options: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<Kept>
  /** Takes a file back that is not sent after all. */
  drop: (kept: Kept) => void
}

/** A file that the server has already, as of a message that was taken back. */
type Returned<Kept> = { name: string; size: number; kept: Kept }

/** Files of one message. */
const maxFiles = 10

/**
 * Files that go with what is written. Each goes to the server as soon as it is chosen.
 *
 * @param uploads must stay the same object
 */
export function useUploads<Kept>(uploads: Uploads<Kept>) {
  const [chosen, setChosen] = useState<Chosen<Kept>[]>([])
  const stops = useRef(new Map<string, AbortController>())

  const change = useCallback((key: string, part: Partial<Chosen<Kept>>) => {
    setChosen(all => all.map(each => (each.key === key ? { ...each, ...part } : each)))
  }, [])

  const add = useCallback(
    (files: readonly File[]) => {
      for (const [at, file] of files.slice(0, 3 * maxFiles).entries()) {
        const key = crypto.randomUUID()
        const { name, size } = file
        const failure =
          chosen.length + at < maxFiles ? uploads.refusal(file) : `Até ${maxFiles} arquivos de cada vez. Retire este.`
        setChosen(all => [...all, { key, name, size, picture: null, progress: 0, attachment: null, failure }])
        if (failure) continue
        if (uploads.isPicture(file)) void readPicture(file).then(picture => change(key, { picture }))
        const stop = new AbortController()
        stops.current.set(key, stop)
        uploads
          .send(file, { onProgress: progress => change(key, { progress }), signal: stop.signal })
          .then(attachment => change(key, { attachment, progress: 1 }))
          .catch((error: Error) => change(key, { failure: error.message }))
      }
    },
    [uploads, change, chosen.length]
  )

  const remove = useCallback(
    (key: string) => {
      stops.current.get(key)?.abort()
      setChosen(all => {
        const { attachment } = all.find(each => each.key === key) ?? {}
        if (attachment) uploads.drop(attachment)
        return all.filter(each => each.key !== key)
      })
    },
    [uploads]
  )

  const restore = useCallback((kept: readonly Returned<Kept>[]) => {
    const returned = kept.map(({ name, size, kept: attachment }) => ({
      ...{ key: crypto.randomUUID(), name, size, attachment },
      ...{ picture: null, progress: 1, failure: null }
    }))
    setChosen(all => [...all, ...returned])
  }, [])

  const clear = useCallback(() => setChosen([]), [])
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])
  return {
    chosen,
    add,
    remove,
    restore,
    clear,
    ready: chosen.every(({ attachment }) => attachment !== null),
    files: chosen.map(({ attachment }) => attachment).filter(attachment => attachment !== null)
  }
}

/** As an address that the page may show. */
const readPicture = (file: File): Promise<string | null> =>
  new Promise(resolve => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
