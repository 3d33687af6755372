import { fromBuffer } from 'yauzl'

/** Ends of names by which the usual systems start a program or a script. */
const programNames =
  /\.(apk|app|appx|bat|chm|class|cmd|com|command|cpl|deb|desktop|dll|dmg|drv|exe|gadget|hta|jar|js|jse|lnk|mjs|msc|msi|msix|msp|ocx|pif|pkg|ps1|psm1|reg|rpm|run|scf|scr|sh|sys|vbe|vbs|ws|wsf|wsh|xll)\s*$/i

/** Beginnings of programs: Windows, Linux, macOS, Java and Android, scripts, and links of Windows. */
const programBeginnings = ['4d5a', '7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '6465780a']
  .concat('2321', '4c00000001140200')
  .map(hex => Buffer.from(hex, 'hex'))

/** Whether a file starts a program when it is opened, by its name or by how it begins. */
export const isProgram = (name: string, beginning: Uint8Array): boolean =>
  programNames.test(name) || programBeginnings.some(sign => sign.equals(beginning.subarray(0, sign.length)))

/** Entries of an archive whose names are read. */
const maxEntries = 20_000

/**
 * The name of the first program that a ZIP lists; null where it lists none, or is no ZIP that can be read. It unpacks
 * nothing.
 */
export function programInZip(zip: Buffer): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  fromBuffer(zip, { lazyEntries: true, autoClose: true }, (error, file) => {
    if (error) return resolve(null)
    let left = maxEntries
    file.on('entry', ({ fileName }: { fileName: string }) => {
      if (programNames.test(fileName)) resolve(fileName)
      else if (--left > 0) file.readEntry()
      else resolve(null)
    })
    file.once('end', () => resolve(null))
    file.once('error', () => resolve(null))
    file.readEntry()
  })
  return promise
}
