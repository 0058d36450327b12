import { graphql, type ResultOf } from '../../graphql.ts'

const ROADMAP_FIELDS = graphql(`
  fragment RoadmapFields on Roadmap @_unmask {
    id
    slug
    title
    description
    isPublic
    archived
    mode
    scoreType
    score
    percentage
    kanbanViewGroup
    updatedAt
  }
`)

/** Roadmaps of the organization, newest first. */
export const ROADMAPS = graphql(
  `
    query Roadmaps($archived: Boolean!, $after: String) {
      roadmaps(first: 50, after: $after, filter: { archived: $archived }) {
        nodes {
          id
          ...RoadmapFields
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [ROADMAP_FIELDS],
)

/** A roadmap with a page of its posts, in their order. */
export const ROADMAP = graphql(
  `
    query Roadmap($id: ID!, $after: String) {
      roadmap(by: { id: $id }) {
        id
        ...RoadmapFields
        posts(first: 100, after: $after, includePrivate: true) {
          nodes {
            id
            reach
            impact
            confidence
            effort
            ease
            plannedFor
            post {
              id
              title
              votesCount
              commentsCount
              status {
                id
                name
                color
              }
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  `,
  [ROADMAP_FIELDS],
)

/** Statuses of the organization, in the order of its workflow. */
export const STATUSES = graphql(`
  query RoadmapStatuses {
    statuses {
      id
      name
      color
      position
    }
  }
`)

export const CREATE_ROADMAP = graphql(
  `
    mutation CreateRoadmap($input: CreateRoadmapInput!) {
      createRoadmap(input: $input) {
        roadmap {
          id
          ...RoadmapFields
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [ROADMAP_FIELDS],
)

export const UPDATE_ROADMAP = graphql(
  `
    mutation UpdateRoadmap($input: UpdateRoadmapInput!) {
      updateRoadmap(input: $input) {
        roadmap {
          id
          ...RoadmapFields
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [ROADMAP_FIELDS],
)

export const DELETE_ROADMAP = graphql(`
  mutation DeleteRoadmap($id: ID!) {
    deleteRoadmap(input: { id: $id }) {
      deletedRoadmapId
      errors {
        message
      }
    }
  }
`)

export type Roadmap = ResultOf<typeof ROADMAPS>['roadmaps']['nodes'][number]
type RoadmapWithPosts = NonNullable<ResultOf<typeof ROADMAP>['roadmap']>
export type RoadmapPosts = RoadmapWithPosts['posts']
export type RoadmapPost = RoadmapPosts['nodes'][number]
export type Status = ResultOf<typeof STATUSES>['statuses'][number]
