import type { User } from '../../db/generated/client/client.ts'

/** Author of the placeholder of a deleted comment, which does not reveal the original author. The id is 0. */
export function deletedAuthor(organizationId: number, at: Date): User {
  return {
    organizationId,
    id: 0,
    accountId: null,
    email: null,
    name: 'Deleted',
    avatarUrl: null,
    role: null,
    joinedTeamAt: null,
    roleChangedAt: null,
    bot: false,
    customerSince: null,
    blocked: false,
    starred: false,
    labels: [],
    customFields: {},
    anonymizedAt: at,
    createdAt: at,
    updatedAt: at,
  }
}
