import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ComponentType, createContext, useContext } from 'react'

/**
 * The browser's part of a kind of channel, beside the rules shared with the server
 * (services/messaging/channels/rules.ts). It is loaded with the menu, so whatever is larger than a word is loaded on
 * demand.
 */
export type ChannelScreen = {
  Icon: ComponentType<SvgIconProps>
  /** The heading of its pages. */
  title: string
  /** Opens its page after `g`. */
  letter: string
  /** The text where the company has not connected it. */
  missing: string
  /** How the address is called that customers know. */
  address: string
  /** The page of its settings, a `ChannelSettings` with the steps of this kind. */
  Settings: ComponentType
  /** The page in place of the inbox while `here` says that the provider has just sent the person back. */
  sentBack?: { here: () => boolean; Page: ComponentType }
  /** For the staff of the installation: what it is, and how the installation gets an app of its own. */
  staff: { description: string; app: string }
}

const ShownChannel = createContext<ChannelScreen | undefined>(undefined)

/** Given by the inbox, so that what it loads on demand needs no list of all channels. */
export const ChannelProvider = ShownChannel.Provider

/** The channel whose inbox or settings are open. */
export function useShownChannel(): ChannelScreen {
  const shown = useContext(ShownChannel)
  if (!shown) throw new Error('No channel is shown here')
  return shown
}
