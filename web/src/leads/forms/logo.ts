const limits = { width: 400, height: 96, characters: 40_000 }

/** A picture as small as the form shows it, as a data URL. Throws where the file is no picture. */
export async function readLogo(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  for (
    let scale = Math.min(1, limits.width / picture.width, limits.height / picture.height);
    scale > 0.05;
    scale *= 0.8
  ) {
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const type of ['image/png', 'image/webp']) {
      const url = canvas.toDataURL(type, 0.9)
      if (url.length <= limits.characters) return url
    }
  }
  throw new Error('The picture stays too large')
}
