import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { ListBase, Pagination, useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { retry } from '../../shell/queryClient.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Article } from './article.ts'
import { audienceLabels } from './audience.ts'

const byTitle = { field: 'title', order: 'ASC' } as const

/** The articles on which the assistant may base its answers. */
export default function ArticleList() {
  return (
    <>
      <PageHead
        title="Base de conhecimento"
        primary={
          <Button component={Link} to="/admin/articles/new" variant="contained" startIcon={<AddIcon />}>
            Novo artigo
          </Button>
        }
      />
      <ListBase<Article>
        resource="articles"
        perPage={25}
        sort={byTitle}
        exporter={false}
        queryOptions={{ retry, onError: () => {} }}
      >
        <Card>
          <Articles />
        </Card>
      </ListBase>
    </>
  )
}

const TitleLink = styled(Link)(({ theme }) => ({
  color: theme.palette.text.primary,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

const columns: Column<Article>[] = [
  {
    label: 'Título',
    title: true,
    show: ({ id, title }) => <TitleLink to={`/admin/articles/${id}`}>{title}</TitleLink>
  },
  { label: 'Para', show: ({ audiences }) => audiences.map(name => audienceLabels[name]).join(', ') },
  {
    label: 'Situação',
    show: ({ active }) => <Tag tone={active ? 'success' : 'neutral'}>{active ? 'Em uso' : 'Fora de uso'}</Tag>
  }
]

function Articles() {
  const { data, total, error, isPending, refetch } = useListContext<Article>()
  return (
    <Loaded of={{ data: total === undefined ? undefined : data, error, isPending, refetch }} what="os artigos">
      {articles =>
        articles.length === 0 ? (
          <Notice
            title="Nenhum artigo ainda"
            text="Escreva o que a assistente deve saber: ela cita o artigo em que se baseou."
          />
        ) : (
          <>
            <Rows label="Artigos" columns={columns} rows={articles} keyOf={({ id }) => id} />
            <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
              <Pagination rowsPerPageOptions={[25, 50, 100]} />
            </Box>
          </>
        )
      }
    </Loaded>
  )
}
