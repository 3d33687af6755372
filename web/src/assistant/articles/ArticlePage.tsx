import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import { useId, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { type ChatAudience, chatAudiences } from '../../../../services/assistant/chat/rules.ts'
import { ArticleData } from '../../../../services/assistant/chat/schema.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Ask } from '../../ui/Ask.tsx'
import { Field, GroupError, useField } from '../../ui/Field.tsx'
import { Form, SaveButton, useForm } from '../../ui/form.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useArticle, useArticleRemoval, useArticleSave } from './api.ts'
import type { Article } from './article.ts'
import { audienceLabels } from './audience.ts'

const list = '/admin/articles'
const listName = 'Base de conhecimento'
const blank: Omit<Article, 'id'> = { title: '', body: '', audiences: [...chatAudiences], active: true }

/** Writes a new article of the knowledge base, or changes the one that the address names. */
export default function ArticlePage() {
  const { id } = useParams()
  if (id !== undefined) return <Known id={id} />
  return (
    <>
      <Breadcrumb to={list} list={listName} current="Novo artigo" recent={false} />
      <ArticleForm article={blank} />
    </>
  )
}

function Known({ id }: { id: string }) {
  const reading = useArticle(id)
  return (
    <>
      <Breadcrumb to={list} list={listName} current={reading.data?.title} />
      <Loaded of={reading} what="o artigo" page>
        {article => <ArticleForm key={article.id} id={article.id} article={article} />}
      </Loaded>
    </>
  )
}

function ArticleForm({ id, article }: { id?: string; article: Omit<Article, 'id'> }) {
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const save = useArticleSave(id, { onDone: () => navigate(list) })
  const { title, body, audiences, active } = article
  const form = useForm(ArticleData, { title, body, audiences, active }, save, {
    toBody: draft => ({ ...draft, title: draft.title.trim(), body: draft.body.trim() }),
    check: draft => (draft.audiences.length > 0 ? {} : { audiences: 'Escolha para quem é o artigo.' }),
    keep: `article ${id ?? 'new'}`
  })
  const remove = useArticleRemoval(id ?? '', { onDone: () => navigate(list) })

  return (
    <>
      <PageHead title={id === undefined ? 'Novo artigo' : article.title} />
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Form {...form} sx={{ display: 'grid', gap: 2, maxWidth: 760 }}>
          <Field required name="title" label="Título" help="A assistente o cita como fonte." />
          <Field required name="body" label="Texto" multiline minRows={8} maxRows={24} />
          <Audiences />
          <Field kind="switch" name="active" label="Em uso" />
          <SaveButton label="Salvar">
            <Button component={Link} to={list}>
              Cancelar
            </Button>
            {id !== undefined && (
              <Button color="error" onClick={() => setDeleting(true)} sx={{ ml: { sm: 'auto' } }}>
                Excluir
              </Button>
            )}
          </SaveButton>
        </Form>
      </Card>
      <Ask
        open={deleting}
        title="Excluir artigo"
        action="Excluir"
        danger
        busy={remove.isPending}
        onClose={() => setDeleting(false)}
        onSubmit={() => remove.mutate()}
      >
        <p>A assistente deixa de usar este artigo. Ele não poderá ser recuperado.</p>
      </Ask>
    </>
  )
}

/** The people who get answers from the article. */
function Audiences() {
  const id = useId()
  const { value, error, change } = useField<ChatAudience[]>('audiences', { label: 'Quem recebe respostas' })
  return (
    <FormControl component="fieldset" error={error !== undefined} {...(error && { 'aria-describedby': id })}>
      <FormLabel component="legend">Quem recebe respostas deste artigo</FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
        {chatAudiences.map(audience => (
          <FormControlLabel
            key={audience}
            label={audienceLabels[audience]}
            control={
              <Checkbox
                checked={value.includes(audience)}
                onChange={(_event, on) =>
                  change(chatAudiences.filter(name => (name === audience ? on : value.includes(name))))
                }
                slotProps={{ input: { 'aria-invalid': error !== undefined } }}
              />
            }
          />
        ))}
      </Box>
      <GroupError id={id} error={error} />
    </FormControl>
  )
}
