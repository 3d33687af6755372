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
