import { failureOf, HttpError } from '../core/http.ts'
import { token } from '../core/session.ts'

type Options = { onProgress: (part: number) => void; signal?: AbortSignal }

/** Sends a file and says how far it has come, which fetch cannot tell. Throws HttpError. */
export const uploadFile = <T>(path: string, file: Blob, { onProgress, signal }: Options): Promise<T> =>
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
