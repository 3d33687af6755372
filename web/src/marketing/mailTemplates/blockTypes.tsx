import ButtonIcon from '@mui/icons-material/AdsClickOutlined'
import SpacerIcon from '@mui/icons-material/HeightOutlined'
import DividerIcon from '@mui/icons-material/HorizontalRuleOutlined'
import PictureIcon from '@mui/icons-material/ImageOutlined'
import TextIcon from '@mui/icons-material/NotesOutlined'
import HeadingIcon from '@mui/icons-material/TitleOutlined'
import type { ReactNode } from 'react'
import type { BlockType } from '../../../../services/marketing/mailTemplates/rules.ts'

export const blockIcons: Record<BlockType, ReactNode> = {
  heading: <HeadingIcon fontSize="small" />,
  text: <TextIcon fontSize="small" />,
  button: <ButtonIcon fontSize="small" />,
  picture: <PictureIcon fontSize="small" />,
  divider: <DividerIcon fontSize="small" />,
  spacer: <SpacerIcon fontSize="small" />
}
