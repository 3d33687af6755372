import type { RefObject } from 'react'

type Props = {
  input: RefObject<HTMLInputElement | null>
  onFiles: (files: File[]) => void
  /** The types that are offered; any where it is not said. */
  accept?: string
  single?: boolean
  /** Which camera a phone opens, instead of its files. */
  capture?: 'environment' | 'user'
}

/** Lets files be chosen, by a click on `input` from elsewhere. */
export const FileInput = ({ input, onFiles, accept, single = false, capture }: Props) => (
  <input
    ref={input}
    type="file"
    multiple={!single}
    accept={accept}
    capture={capture}
    hidden
    aria-label={capture ? 'Câmera' : 'Arquivos'}
    onChange={({ target }) => {
      onFiles([...(target.files ?? [])])
      target.value = '' // the same file may be chosen again
    }}
  />
)
