import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import {
  type Align,
  type Block,
  mailLimits,
  type spacerHeights
} from '../../../../services/marketing/mailTemplates/rules.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import type { BlockChange } from './blocks.ts'
import { LinkField } from './LinkField.tsx'
import { PictureFields } from './PictureFields.tsx'
import { VariableField } from './VariableField.tsx'

/** The editor of texts comes with the first text that is opened. */
const RichTextField = onDemand(
  async () => (await import('./RichTextField.tsx')).RichTextField,
  <Box sx={{ minHeight: 160 }} aria-busy />
)

type Props = { block: Block; autoFocus: boolean; onChange: (change: BlockChange) => void }

/** The fields for a block's content and look. */
export function BlockFields({ block, autoFocus, onChange }: Props) {
  switch (block.type) {
    case 'heading':
      return (
        <>
          <VariableField
            autoFocus={autoFocus}
            label="Título"
            value={block.text}
            maxLength={mailLimits.heading}
            onChange={text => onChange({ text })}
          />
          <AlignField value={block.align} onChange={align => onChange({ align })} />
        </>
      )
    case 'text':
      return <RichTextField autoFocus={autoFocus} doc={block.doc} onChange={doc => onChange({ doc })} />
    case 'button':
      return (
        <>
          <VariableField
            autoFocus={autoFocus}
            label="Texto do botão"
            value={block.text}
            maxLength={mailLimits.button}
            onChange={text => onChange({ text })}
          />
          <LinkField label="Link do botão" value={block.link} onChange={link => onChange({ link })} />
          <AlignField value={block.align} onChange={align => onChange({ align })} />
        </>
      )
    case 'picture':
      return <PictureFields block={block} onChange={onChange} />
    case 'divider':
      return <Box sx={{ color: 'text.secondary' }}>Uma linha fina entre os blocos.</Box>
    case 'spacer':
      return (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={block.size}
          aria-label="Altura do espaço"
          onChange={(_, size: keyof typeof spacerHeights | null) => size && onChange({ size })}
        >
          <ToggleButton value="small">Pequeno</ToggleButton>
          <ToggleButton value="medium">Médio</ToggleButton>
          <ToggleButton value="large">Grande</ToggleButton>
        </ToggleButtonGroup>
      )
  }
}

const AlignField = ({ value, onChange }: { value: Align; onChange: (align: Align) => void }) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={value}
    aria-label="Alinhamento"
    onChange={(_, chosen: Align | null) => chosen && onChange(chosen)}
  >
    <ToggleButton value="left">À esquerda</ToggleButton>
    <ToggleButton value="center">No centro</ToggleButton>
  </ToggleButtonGroup>
)
