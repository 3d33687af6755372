import type { SvgIconProps } from '@mui/material/SvgIcon'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { RaRecord, useNotify } from 'react-admin'
import type { NavigateFunction } from 'react-router-dom'
import type { LiveEvent } from '../../../services/account/activities/schema.ts'
import type { Permission } from '../../../services/account/auth/rules.ts'
import type { Tone } from '../core/tokens.ts'
import type { May } from './access.ts'

/** A page at an address; who lacks the permission that it needs reads so in its place. */
type FeaturePage = {
  path: string
  Page: ComponentType
  /** A list means any of them: a page whose parts need different ones. */
  needs?: Permission | readonly Permission[]
  /** Stays mounted when another of its addresses is opened, and resets its own state. */
  stays?: boolean
}

/** A kind of record as react-admin knows it: its list and, where there is one, the page of one. */
export type FeatureResource = {
  name: string
  list: ComponentType
  edit?: ComponentType
  needs?: Permission
  recordRepresentation?: string
  /** Makes what the API answered into what the screens may rely on. */
  read?: (record: RaRecord) => RaRecord
  /** Fields that a change may carry: the API refuses those that only it may write. All of them by default. */
  editable?: readonly string[]
}

export type MenuEntry = {
  to: string
  label: string
  /** Where there is little room, as under a thumb. */
  shortLabel?: string
  icon: ReactNode
  /** How much waits there, beside the label. */
  count?: ReactNode
  /** Among the few that a phone shows at once. */
  frequent?: boolean
  /** It stands for its own address alone, not for those below it. */
  end?: boolean
  /** Opens it after `g`. */
  letter?: string
  /** Without this permission it is not shown. */
  needs?: Permission
}

export type MenuGroup = { heading: string; entries: MenuEntry[] }

/** Something that the palette offers: a place to go to, or something to do. */
export type Command = {
  key: string
  label: string
  /** Beside the label, quieter: an e-mail, a plan. */
  detail?: string
  icon?: ReactNode
  /** Other words by which it is looked for. */
  words?: string
  /** Shown only while something is typed: the list at rest stays short. */
  typedOnly?: boolean
  /** The key that does it, outside of texts. */
  letter?: string
} & ({ to: string; run?: never } | { run: () => unknown; to?: never })

/** The commands of an area's palette. */
export type CommandSource = {
  pages: Command[]
  actions: Command[]
  records:
    | {
        heading: string
        icon: ReactNode
        /** Up to this many are asked of the server. */
        find: (q: string, most: number, signal: AbortSignal) => Promise<Command[]>
      }
    | undefined
  /** Pages by the letter that follows `g`. */
  letters: Record<string, { to: string; label: string }>
}

/** An entry of the menu and the heading under which it stands; `first` before those already there. */
type FeatureMenuEntry = MenuEntry & { under: string; first?: boolean }

/** The services that a feature's commands use. */
export type CommandTools = { may: May; notify: ReturnType<typeof useNotify>; navigate: NavigateFunction }

type Offer = { pages?: Command[]; actions?: Command[]; records?: CommandSource['records'] }

/** Browser events by which a page hears of what happened. */
type PageEvent = 'newLeadAdded' | 'newActivityAdded'

/** Queries to read again, by the first part of their key, after these events of the server or the browser. */
type Refresh = {
  key: string
  on: readonly (LiveEvent['kind'] | PageEvent)[]
  /** Whether the event is any business of this person. */
  concerns?: (event: LiveEvent) => boolean
}

/** The properties of a block of the dashboard: the period in days of the company, and the owner whose leads count. */
export type BlockProps = {
  period: { from: string; to: string }
  owner: string | undefined
  /** Takes it from the person's dashboard, as the menu of blocks does. */
  onHide: () => void
}

/** A block of the dashboard. Each person may move and hide it; what it shows is read again by `refreshes`. */
export type DashboardBlock = {
  /** Under this name it stands in the order that a person saved: no two blocks have the same. */
  name: string
  label: string
  Block: ComponentType<BlockProps>
  /** The block below which it stands for those who have not moved it; where there is none, the last one. */
  after?: string
  needs?: Permission
  /** Shown before there is any lead too. */
  beforeLeads?: boolean
  /** Part of the summary on paper. */
  onPaper?: boolean
}

type EntryData = Record<string, unknown>

/** How an entry of a lead's timeline looks, by its kind. */
export type TimelineLook = {
  icon: (data: EntryData) => ReactNode
  tone?: (data: EntryData) => Tone
  Body: ComponentType<{ data: EntryData }>
}

/** Parts of the page of a lead. */
export type LeadParts = {
  /** Above the tasks: what else is planned with the lead, and `otherwise` where nothing is. */
  Planned?: ComponentType<{ leadId: string; otherwise: ReactNode }>
  /** Below the e-mail: where else the lead is reached. */
  Addresses?: ComponentType<{ leadId: string }>
  timeline?: Readonly<Record<string, TimelineLook>>
}

type BookingProps = { lead: { id: string; name: string; ownerId: string | null }; onClose: () => void }

/** `available`: the person may choose among them. */
export type Mailings = { available: boolean; options: readonly { value: string; label: string }[] }

/**
 * All that the rest of an area needs to know of a feature: routes, menus, the palette and what is read again are made
 * of it. It is loaded with the area, so a page that brings much is declared with `pageOnDemand`.
 */
export type Feature = {
  name: string
  pages?: readonly FeaturePage[]
  resources?: readonly FeatureResource[]
  menu?: readonly FeatureMenuEntry[]
  commands?: (tools: CommandTools) => Offer
  refreshes?: readonly Refresh[]
  /** Which browser event announces to the page an event of the server. */
  announces?: readonly { of: LiveEvent['kind']; as: PageEvent }[]
  blocks?: readonly DashboardBlock[]
  /** Fetched with the page of a lead, which waits for them. */
  leadParts?: () => Promise<LeadParts>
  /** Below the people of the team, for those who manage it. */
  TeamPanel?: ComponentType
  /** Below the company's record. */
  CompanyPanel?: ComponentType
  /** How a time is booked with a lead, from wherever the lead is shown. */
  booking?: { needs: Permission; Dialog: ComponentType<BookingProps> }
  /** The e-mails to many that leads are found by, for those who may see them; read once `enabled`. */
  useMailings?: (enabled: boolean) => Mailings
  /** Where conversations are answered, by the kind of their channel. */
  channels?: Readonly<Record<string, { page: string; Icon: ComponentType<SvgIconProps> }>>
  /** Below the settings of a kind of channel, by its name. */
  channelPanels?: Readonly<Record<string, ComponentType>>
  /** In the bar above every page. */
  Tool?: ComponentType
  /** At the top of every page. */
  Banner?: ComponentType
  /** Rendered beside every page; opens or shows on its own. */
  Companion?: ComponentType
}

const Features = createContext<readonly Feature[]>([])

export const FeaturesProvider = Features.Provider

/** The features of the area that is open: a page shows by it what later ones declare for it. */
export const useFeatures = (): readonly Feature[] => useContext(Features)

const noMailings = (): Mailings => ({ available: false, options: [] })

/** The e-mails to many that leads are found by. */
export function useMailings(enabled: boolean): Mailings {
  // The features of an area never change, so the same hook runs at each render.
  const useDeclared = useFeatures().find(feature => feature.useMailings)?.useMailings ?? noMailings
  return useDeclared(enabled)
}
