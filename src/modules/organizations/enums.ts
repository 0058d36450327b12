import type { AgentAccess, OrganizationVisibility, SignUp } from '../../db/generated/tables.ts'
import { enumType } from '../../graphql/schema/enum.ts'

export const OrganizationVisibilityRef = enumType<OrganizationVisibility>(
  'OrganizationVisibility',
  'Visibility of the public pages of an organization. The APIs require a credential in either case.',
  {
    public: 'Everyone may read public buckets, roadmaps and published changelog entries.',
    members: 'People who have signed in to the organization may read them.',
  },
)

export const AgentAccessRef = enumType<AgentAccess>(
  'AgentAccess',
  'People of the team whose agents, as public OAuth clients, may act in the organization.',
  {
    admins: 'Admins.',
    team: 'Everyone of the team. Agents of people other than admins only read.',
    off: 'No one.',
  },
)

export const SignUpRef = enumType<SignUp>(
  'SignUp',
  'People who join an organization by signing in with a mailed code.',
  {
    open: 'Everyone.',
    domains: 'People with an address of the domains of the organization, and people whom it knows.',
    known: 'People whom the organization knows.',
  },
)
