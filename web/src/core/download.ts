/** Saves a file on the person's device. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves a text as a file of the person's device. */
export const download = (name: string, text: string, type: string): void => saveFile(name, new Blob([text], { type }))
