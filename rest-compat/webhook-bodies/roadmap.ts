import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { presentRoadmap } from '../shapes/roadmap.ts'

/** GraphQL fields of the snapshot of a roadmap for the body of its events. */
export const EVENT_ROADMAP = graphql(/* GraphQL */ `
  fragment eventRoadmap on RoadmapSnapshot {
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
    archived
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

/** Converts a roadmap to the body of its events: the fields of contract 3 without score and percentage. */
export function presentEventRoadmap(roadmap: ResultOf<typeof EVENT_ROADMAP>): object {
  const {
    id,
    score: _score,
    percentage: _percentage,
    ...fields
  } = presentRoadmap({
    ...roadmap,
    score: null,
    percentage: 0,
  })
  return { id, object: 'roadmap', ...fields }
}
