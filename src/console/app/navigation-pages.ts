import {
  CommandPaletteIcon,
  AppsIcon,
  BellIcon,
  GraphIcon,
  InboxIcon,
  KeyIcon,
  LogIcon,
  MailIcon,
  MegaphoneIcon,
  PeopleIcon,
  ProjectRoadmapIcon,
  PulseIcon,
  ShieldCheckIcon,
  SlidersIcon,
  WebhookIcon,
  type Icon,
} from '@primer/octicons-react'
import type texts from '../messages/en/shell.json'
import type { router } from '../router.ts'

type OrganizationPage = Extract<keyof (typeof router)['routesByPath'], `/$organization${string}`>

/** A page of the navigation and of the palette. */
export type Page = {
  to: Exclude<OrganizationPage, `${string}$${string}$${string}` | `${string}/`>
  icon: Icon
  text: keyof typeof texts
  /** Whether the link is marked at this address alone, and not below it. */
  isExact?: boolean
  forAdmins?: boolean
}

/** Pages of the work with feedback, in the order of the column. */
export const WORK: readonly Page[] = [
  { to: '/$organization', icon: GraphIcon, text: 'dashboard', isExact: true },
  { to: '/$organization/posts', icon: InboxIcon, text: 'posts' },
  { to: '/$organization/moderation', icon: ShieldCheckIcon, text: 'moderation' },
  { to: '/$organization/notifications', icon: BellIcon, text: 'notifications' },
  { to: '/$organization/roadmaps', icon: ProjectRoadmapIcon, text: 'roadmaps' },
  { to: '/$organization/changelog', icon: MegaphoneIcon, text: 'changelog' },
  { to: '/$organization/customers', icon: PeopleIcon, text: 'customers' },
  { to: '/$organization/settings', icon: SlidersIcon, text: 'settings' },
]

/** Pages of developers. */
export const DEVELOPERS: readonly Page[] = [
  { to: '/$organization/developers/keys', icon: KeyIcon, text: 'keys', forAdmins: true },
  { to: '/$organization/developers/apps', icon: AppsIcon, text: 'apps', forAdmins: true },
  { to: '/$organization/developers/agents', icon: CommandPaletteIcon, text: 'agents', forAdmins: true },
  { to: '/$organization/developers/webhooks', icon: WebhookIcon, text: 'webhooks', forAdmins: true },
  { to: '/$organization/developers/events', icon: PulseIcon, text: 'eventLog' },
  { to: '/$organization/developers/mail', icon: MailIcon, text: 'mail', forAdmins: true },
  { to: '/$organization/developers/audit', icon: LogIcon, text: 'audit', forAdmins: true },
]

/** Returns the pages that a role is offered. */
export const offered = (pages: readonly Page[], isAdmin: boolean): readonly Page[] =>
  pages.filter(({ forAdmins }) => isAdmin || !forAdmins)
