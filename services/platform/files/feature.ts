import type { Feature } from '../../core/features.ts'

export const files: Feature = {
  name: 'files',
  worker: () => import('./worker.ts'),
  tables: {
    file_pieces: 'arquivos',
    files: 'nomes de arquivos'
  }
}
