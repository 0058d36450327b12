import { graphql, type ResultOf } from '../../graphql.ts'

/** The team, in the order of joining. */
export const TEAM = graphql(`
  query Team($after: String) {
    teamMembers(first: 50, after: $after) {
      nodes {
        id
        role
        roleChangedAt
        joinedAt
        acceptedAt
        user {
          id
          name
          email
          bot
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** A member as the row shows it. */
export type Member = ResultOf<typeof TEAM>['teamMembers']['nodes'][number]

export const UPDATE_MEMBER = graphql(`
  mutation UpdateMember($input: UpdateTeamMemberInput!) {
    updateTeamMember(input: $input) {
      teamMember {
        id
        role
        roleChangedAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const REMOVE_MEMBER = graphql(`
  mutation RemoveMember($id: ID!) {
    removeTeamMember(input: { id: $id }) {
      removedTeamMemberId
      errors {
        field
        message
        problem
      }
    }
  }
`)

/** Open invitations, newest first. Admins only. */
export const INVITATIONS = graphql(`
  query Invitations($after: String) {
    invitations(first: 50, after: $after) {
      nodes {
        id
        email
        role
        createdAt
        expiresAt
        invitedBy {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

/** An invitation as the row shows it. */
export type Invitation = ResultOf<typeof INVITATIONS>['invitations']['nodes'][number]

export const INVITE = graphql(`
  mutation Invite($email: EmailAddress!, $role: TeamRole!) {
    inviteTeamMember(input: { email: $email, role: $role }) {
      token
      mailed
      invitation {
        id
        email
        role
        expiresAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const WITHDRAW = graphql(`
  mutation Withdraw($id: ID!) {
    withdrawInvitation(input: { id: $id }) {
      invitation {
        id
        withdrawnAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
