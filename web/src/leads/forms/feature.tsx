import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import FormIcon from '@mui/icons-material/DynamicFormOutlined'
import OpenIcon from '@mui/icons-material/OpenInNewOutlined'
import { user } from '../../core/session.ts'
import { publicFormLink } from '../../shell/addresses.ts'
import type { CommandTools, Feature } from '../../shell/features.ts'
import { pageOnDemand } from '../../ui/pageOnDemand.tsx'

const copy = (text: string, notify: CommandTools['notify']) =>
  navigator.clipboard.writeText(text).then(
    () => notify('Link copiado', { type: 'success' }),
    () => notify('Não foi possível copiar. Abra o formulário e copie o endereço.', { type: 'warning' })
  )

export const forms: Feature = {
  name: 'forms',
  pages: [{ path: '/form-editor', Page: pageOnDemand(() => import('./FormEditorPage.tsx')), needs: 'edit_form' }],
  menu: [
    {
      under: 'Empresa',
      first: true,
      to: '/form-editor',
      label: 'Formulário',
      letter: 'f',
      icon: <FormIcon />,
      needs: 'edit_form'
    }
  ],
  commands: ({ notify }) => {
    const companyId = user()?.companyId
    if (!companyId) return {}
    const link = publicFormLink(companyId)
    return {
      actions: [
        {
          key: 'copy form',
          label: 'Copiar link do formulário',
          icon: <CopyIcon />,
          words: 'compartilhar público',
          run: () => copy(link, notify)
        },
        {
          key: 'open form',
          label: 'Abrir formulário público',
          icon: <OpenIcon />,
          words: 'link ver',
          run: () => open(link, '_blank', 'noopener')
        }
      ]
    }
  }
}
