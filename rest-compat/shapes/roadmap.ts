import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp, isoTimestampOrNull } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a roadmap for its documented JSON. */
export const ROADMAP = graphql(/* GraphQL */ `
  fragment roadmap on Roadmap {
    databaseId
    title
    slug
    description
    isPublic
    status
    icon {
      type
      value
    }
    mode
    scoreType
    score
    archived
    percentage
    createdAt
    kanbanViewGroup
    startDate
    endDate
    owner {
      databaseId
      name
      avatarUrl
      confirmed
      role
      bot
      labels
      maskedEmail
    }
  }
`)

type Documented = components['schemas']['Roadmap']

/** Converts a roadmap to its documented JSON (contract 3). */
export function presentRoadmap(roadmap: ResultOf<typeof ROADMAP>): Documented {
  return {
    id: roadmap.databaseId,
    title: roadmap.title,
    slug: roadmap.slug,
    description: roadmap.description,
    is_public: roadmap.isPublic,
    status: lowerCase(roadmap.status),
    icon: { type: roadmap.icon.type, value: roadmap.icon.value },
    mode: lowerCase(roadmap.mode),
    score_type: lowerCase(roadmap.scoreType),
    score: roadmap.score,
    archived: roadmap.archived,
    percentage: roadmap.percentage,
    created_at: isoTimestamp(roadmap.createdAt),
    kanban_view_group: lowerCase(roadmap.kanbanViewGroup),
    start_date: isoTimestamp(roadmap.startDate),
    end_date: isoTimestampOrNull(roadmap.endDate),
    user: presentOwner(roadmap.owner),
  }
}

function presentOwner({
  databaseId,
  name,
  avatarUrl,
  confirmed,
  role,
  bot,
  labels,
  maskedEmail,
}: ResultOf<typeof ROADMAP>['owner']) {
  return {
    id: databaseId,
    name,
    profile_picture: { url: avatarUrl },
    confirmed,
    is_admin_of_organization: role === 'ADMIN',
    is_member_of_organization: role !== null,
    is_csm_of_organization: role === 'CSM',
    is_interactor: role === null && !bot,
    user_labels: labels,
    // The field is documented as a string, also for a user without an e-mail address, such as an app's bot.
    email: maskedEmail ?? '',
  }
}
