import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { type ChatAudience, chatAudiences } from '../../../../services/assistant/chat/rules.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Ask } from '../../ui/Ask.tsx'
import { useDraft } from '../../ui/draft.ts'
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
  const { draft, change, errors, setErrors, fail } = useDraft({
    title: article.title,
    body: article.body,
    audiences: article.audiences,
    active: article.active
  })
  const save = useArticleSave(id, { onDone: () => navigate(list), onFailure: fail })
  const remove = useArticleRemoval(id ?? '', { onDone: () => navigate(list) })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found: Record<string, string> = {}
    for (const field of ['title', 'body'] as const)
      if (draft[field].trim() === '') found[field] = 'Este campo é obrigatório'
    if (draft.audiences.length === 0) found.audiences = 'Escolha para quem é o artigo.'
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save.mutate({ ...draft, title: draft.title.trim(), body: draft.body.trim() })
  }

  const toggle = (audience: ChatAudience, on: boolean) =>
    change(
      'audiences',
      chatAudiences.filter(name => (name === audience ? on : draft.audiences.includes(name)))
    )

  return (
    <>
      <PageHead title={id === undefined ? 'Novo artigo' : article.title} />
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, maxWidth: 760 }}>
          <TextField
            label="Título"
            value={draft.title}
            onChange={event => change('title', event.target.value)}
            error={errors.title !== undefined}
            helperText={errors.title ?? 'A assistente o cita como fonte.'}
            required
          />
          <TextField
            label="Texto"
            value={draft.body}
            onChange={event => change('body', event.target.value)}
            error={errors.body !== undefined}
            helperText={errors.body}
            multiline
            minRows={8}
            maxRows={24}
            required
          />
          <FormControl component="fieldset" error={errors.audiences !== undefined}>
            <FormLabel component="legend">Quem recebe respostas deste artigo</FormLabel>
            <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
              {chatAudiences.map(audience => (
                <FormControlLabel
                  key={audience}
                  label={audienceLabels[audience]}
                  control={
                    <Checkbox
                      checked={draft.audiences.includes(audience)}
                      onChange={(_event, on) => toggle(audience, on)}
                    />
                  }
                />
              ))}
            </Box>
            {errors.audiences && <FormHelperText>{errors.audiences}</FormHelperText>}
          </FormControl>
          <FormControlLabel
            label="Em uso"
            control={<Switch checked={draft.active} onChange={(_event, on) => change('active', on)} />}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button type="submit" variant="contained" disabled={save.isPending}>
              Salvar
            </Button>
            <Button component={Link} to={list}>
              Cancelar
            </Button>
            {id !== undefined && (
              <Button color="error" onClick={() => setDeleting(true)} sx={{ ml: { sm: 'auto' } }}>
                Excluir
              </Button>
            )}
          </Box>
        </Box>
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
