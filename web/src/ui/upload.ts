import { failureOf, HttpError } from '../core/http.ts'
import { token } from '../core/session.ts'

type Options = { onProgress: (part: number) => void; signal?: AbortSignal }

/** How often a file is sent again to a server that is busy, and milliseconds before each time. */
const [attempts, pause] = [5, 3000]

/** Sends a file and reports its progress, which fetch cannot. Throws HttpError. */
export async function uploadFile<T>(path: string, file: Blob, options: Options): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await sendFile<T>(path, file, options)
    } catch (error) {
      const isBusy = error instanceof HttpError && error.status === 503
      if (!isBusy || attempt === attempts || options.signal?.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
    }
}

const sendFile = <T>(path: string, file: Blob, { onProgress, signal }: Options): Promise<T> =>
  new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', path)
    sending.setRequestHeader('Authorization', `Bearer ${token()}`)
    sending.setRequestHeader('Content-Type', 'application/octet-stream')
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    sending.onerror = () => reject(new HttpError(0, 'O envio foi interrompido. Confira sua conexão e tente de novo.'))
    sending.onload = () => {
      const { status, responseText } = sending
      if (status === 201) resolve(JSON.parse(responseText))
      else void failureOf(path, new Response(responseText, { status })).then(reject)
    }
    signal?.addEventListener('abort', () => sending.abort())
    sending.send(file)
  })
