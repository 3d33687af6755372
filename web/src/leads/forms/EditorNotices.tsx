import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { contentProblems } from '../../../../services/leads/forms/drafts/rules.ts'
import { useRereading } from './api.ts'
import type { Draft } from './useDraft.ts'

export const problemsId = 'publish-problems'

type Props = {
  formId: string
  draft: Draft
  problems: ReturnType<typeof contentProblems>
  onSelect: (fieldId: string) => void
}

/** Obstacles to saving or publishing a draft, each with its remedy. */
export function EditorNotices({ formId, draft, problems, onSelect }: Props) {
  const { mutate: settle } = useRereading(formId)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mb: 2, '&:empty': { display: 'none' } }}>
      {draft.state === 'conflict' && (
        <Alert severity="warning">
          {draft.problem} O que você mudou aqui ainda não foi salvo.
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, ml: -1 }}>
            <Button color="inherit" onClick={() => settle(draft.reset)}>
              Carregar a versão mais recente
            </Button>
            <Button color="inherit" onClick={() => settle(draft.insist)}>
              Ficar com a minha versão
            </Button>
          </Box>
        </Alert>
      )}
      {draft.state === 'failed' && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={draft.retry}>
              Tentar novamente
            </Button>
          }
        >
          {`As últimas alterações ainda não foram salvas. ${draft.problem}`}
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert severity="info" id={problemsId}>
          <strong>Para publicar:</strong>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {problems.slice(0, 5).map(({ field: id, text }) => (
              <li key={text}>
                {id ? (
                  <Box
                    component="button"
                    type="button"
                    onClick={() => onSelect(id)}
                    sx={{
                      p: 0,
                      border: 0,
                      background: 'none',
                      font: 'inherit',
                      color: 'inherit',
                      textDecoration: 'underline',
                      textAlign: 'left',
                      cursor: 'pointer'
                    }}
                  >
                    {text}
                  </Box>
                ) : (
                  text
                )}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  )
}
