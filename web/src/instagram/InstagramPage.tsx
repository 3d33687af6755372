import InstagramIcon from '@mui/icons-material/Instagram'
import Card from '@mui/material/Card'
import { Notice } from '../ui/Notice.tsx'
import { PageHead } from '../ui/PageHead.tsx'

/** The company's Instagram messages: for now it says that there is no channel to read them from. */
export const InstagramPage = () => (
  <>
    <PageHead title="Mensagens do Instagram" />
    <Card>
      <Notice
        icon={<InstagramIcon />}
        title="O Instagram ainda não está conectado"
        text="Quando o canal da sua empresa for conectado, as mensagens diretas aparecem aqui."
      />
    </Card>
  </>
)
