/** Whether the customers of this installation are played; the server puts it into the document. */
export const isDemonstration = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="demonstration"]')?.content === 'true'
