import type { Feature } from '../../core/features.ts'

/** Erased people are recognised by hashes alone, so that they are not brought back unnoticed. */
export const erased: Feature = {
  name: 'erased',
  tables: {
    erased_people: 'pessoas excluídas'
  }
}
