import texts from '../../messages/en/team.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)

/** Roles in the team, from most to least. */
export const ROLES = ['ADMIN', 'MEMBER', 'CSM', 'COLLABORATOR'] as const

export type Role = (typeof ROLES)[number]

/** Roles as options of a list. */
export const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))
