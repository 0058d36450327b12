import type { components } from '../../openapi/types.ts'
import { isoTimestamp, isoTimestampOrNull, type Timestamp } from './timestamp.ts'

/** GraphQL fields of a roadmap for its documented JSON. */
export const ROADMAP = /* GraphQL */ `
  fragment roadmap on Roadmap {
    id
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
      id
      name
      avatarUrl
      confirmed
      role
      bot
      labels
      maskedEmail
    }
  }
`

type Documented = components['schemas']['roadmap']

export type RoadmapData = {
  id: string
  title: string
  slug: string
  description: string
  isPublic: boolean
  status: Documented['status']
  icon: { type: string; value: string }
  mode: Documented['mode']
  scoreType: Documented['score_type']
  score: number | null
  archived: boolean
  percentage: number
  createdAt: Timestamp
  kanbanViewGroup: Documented['kanban_view_group']
  startDate: Timestamp
  endDate: Timestamp | null
  owner: {
    id: string
    name: string
    avatarUrl: string | null
    confirmed: boolean
    role: string | null
    bot: boolean
    labels: string[]
    maskedEmail: string | null
  }
}

/** Converts a roadmap to its documented JSON (contract 3). */
export function presentRoadmap(roadmap: RoadmapData): Documented {
  return {
    id: Number(roadmap.id),
    title: roadmap.title,
    slug: roadmap.slug,
    description: roadmap.description,
    is_public: roadmap.isPublic,
    status: roadmap.status,
    icon: { type: roadmap.icon.type, value: roadmap.icon.value },
    mode: roadmap.mode,
    score_type: roadmap.scoreType,
    score: roadmap.score,
    archived: roadmap.archived,
    percentage: roadmap.percentage,
    created_at: isoTimestamp(roadmap.createdAt),
    kanban_view_group: roadmap.kanbanViewGroup,
    start_date: isoTimestamp(roadmap.startDate),
    end_date: isoTimestampOrNull(roadmap.endDate),
    user: presentOwner(roadmap.owner),
  }
}

function presentOwner({
  id,
  name,
  avatarUrl,
  confirmed,
  role,
  bot,
  labels,
  maskedEmail,
}: RoadmapData['owner']) {
  return {
    id: Number(id),
    name,
    profile_picture: { url: avatarUrl },
    confirmed,
    is_admin_of_organization: role === 'admin',
    is_member_of_organization: role !== null,
    is_csm_of_organization: role === 'csm',
    is_interactor: role === null && !bot,
    user_labels: labels,
    // The field is documented as a string, also for a user without an e-mail address, such as an app's bot.
    email: maskedEmail ?? '',
  }
}
