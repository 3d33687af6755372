import { useQuery } from '@tanstack/react-query'
import { call, everything, read, useWrite, type Written } from '../../ui/data.ts'
import type { Article } from './article.ts'

const path = '/api/admin/articles'

export const useArticle = (id: string) => useQuery(read<Article>(`${path}/${id}`, ['articles', id]))

/** Creates an article, or changes the one with this id. */
export const useArticleSave = (id: string | undefined, more: Written) =>
  useWrite({
    write: (article: Omit<Article, 'id'>) =>
      id === undefined ? call('POST', path, article) : call('PUT', `${path}/${id}`, article),
    done: id === undefined ? 'Artigo criado' : 'Artigo alterado',
    refreshes: everything,
    ...more
  })

export const useArticleRemoval = (id: string, more: Written) =>
  useWrite({
    write: () => call('DELETE', `${path}/${id}`),
    done: 'Artigo excluído',
    refreshes: everything,
    ...more
  })
