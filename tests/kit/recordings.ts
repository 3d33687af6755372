import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'

/** A film that this browser makes. */
export const film = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 64
      const paint = canvas.getContext('2d')
      const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
      const parts: Blob[] = []
      recorder.ondataavailable = ({ data }) => parts.push(data)
      const ended = new Promise(resolve => {
        recorder.onstop = resolve
      })
      recorder.start()
      for (let n = 0; n < 20; n++) {
        paint?.fillRect(n, n, 9, 9)
        await new Promise(resolve => setTimeout(resolve, 30))
      }
      recorder.stop()
      await ended
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
    })
  )

/** A sound of a second that this browser records. */
export const sound = async (page: Page, type: 'audio/webm' | 'audio/mp4'): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async mimeType => {
      const context = new AudioContext()
      const tone = context.createOscillator()
      const target = context.createMediaStreamDestination()
      tone.connect(target)
      tone.start()
      const recorder = new MediaRecorder(target.stream, { mimeType })
      const parts: Blob[] = []
      recorder.ondataavailable = ({ data }) => parts.push(data)
      const ended = new Promise(resolve => {
        recorder.onstop = resolve
      })
      recorder.start()
      await new Promise(resolve => setTimeout(resolve, 1000))
      recorder.stop()
      await ended
      await context.close()
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
    }, type)
  )

/** A recording of another browser, kept beside this file. */
export type Kept = { file: string; type: string }

/**
 * Has the page record what another browser once did, whose recorder cannot be had here. Microphone, conversion and
 * upload are the page's own.
 */
export async function recordsLike(page: Page, { file, type }: Kept): Promise<void> {
  const bytes = await readFile(path.join(import.meta.dirname, 'recordings', file))
  await page.evaluate(
    ({ base64, type }) => {
      const recorded = new Blob([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))])
      const half = Math.floor(recorded.size / 2)
      class KeptRecorder extends EventTarget {
        static isTypeSupported = (each: string) => each === type
        state = 'inactive'
        ondataavailable = (_: { data: Blob }) => {}
        onstop = () => {}
        start(): void {
          this.state = 'recording'
          this.ondataavailable({ data: recorded.slice(0, half) })
        }
        stop(): void {
          this.state = 'inactive'
          this.ondataavailable({ data: recorded.slice(half) })
          this.onstop()
          this.dispatchEvent(new Event('stop'))
        }
      }
      Object.assign(window, { MediaRecorder: KeptRecorder })
    },
    { base64: bytes.toString('base64'), type }
  )
}
