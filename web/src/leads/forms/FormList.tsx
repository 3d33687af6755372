import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { FormRow } from '../../../../services/leads/forms/schema.ts'
import { sourceLabel } from '../../../../services/leads/leads/marks/rules.ts'
import { Moment } from '../../shell/Moment.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { FormDialog } from './FormDialog.tsx'

/** The forms of the company, where there are several. */
export function FormList({ forms }: { forms: readonly FormRow[] }) {
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <PageHead
        title="Formulários"
        aside={`${forms.length} no total`}
        primary={
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
            Novo formulário
          </Button>
        }
      />
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))'
        }}
      >
        {forms.map(form => (
          <Card
            key={form.id}
            component="li"
            sx={{ p: 2, position: 'relative', '&:hover': { borderColor: 'text.secondary' } }}
          >
            <Typography variant="h3" component="h2">
              <Box
                component={Link}
                to={`/form-editor?form=${form.id}`}
                sx={{
                  color: 'inherit',
                  textDecoration: 'none',
                  '&::after': { content: '""', position: 'absolute', inset: 0 }
                }}
              >
                {form.name}
              </Box>
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
              {`${form.fieldCount} ${form.fieldCount === 1 ? 'campo' : 'campos'} · origem ${sourceLabel(form.source)}`}
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <FormState form={form} />
              {form.publishedAt && (
                <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
                  <Moment at={form.publishedAt} />
                </Typography>
              )}
            </Box>
          </Card>
        ))}
      </Box>
      {creating && (
        <FormDialog
          forms={forms}
          onClose={() => setCreating(false)}
          onDone={id => navigate(`/form-editor?form=${id}`)}
        />
      )}
    </>
  )
}

export const FormState = ({ form }: { form: Pick<FormRow, 'version' | 'changed'> }) =>
  form.version === 0 ? (
    <Tag tone="neutral">Rascunho</Tag>
  ) : form.changed ? (
    <Tag tone="warning">Mudanças a publicar</Tag>
  ) : (
    <Tag tone="success">No ar</Tag>
  )
