import { graphql } from '../../graphql.ts'

/** Posts to add to a roadmap, by words of their title or text. */
export const FIND_POSTS = graphql(`
  query FindRoadmapPosts($search: String!) {
    posts(first: 20, filter: { search: $search, includePrivate: true }) {
      nodes {
        id
        title
        votesCount
        status {
          id
          name
          color
        }
      }
    }
  }
`)

export const ADD_POST = graphql(`
  mutation AddRoadmapPost($id: ID!, $postId: ID!) {
    addRoadmapPost(input: { id: $id, postId: $postId }) {
      roadmap {
        id
        score
        percentage
      }
      errors {
        message
      }
    }
  }
`)

export const REMOVE_POST = graphql(`
  mutation RemoveRoadmapPost($id: ID!, $postId: ID!) {
    removeRoadmapPost(input: { id: $id, postId: $postId }) {
      roadmap {
        id
        score
        percentage
      }
      errors {
        message
      }
    }
  }
`)

export const MOVE_POST = graphql(`
  mutation MoveRoadmapPost($id: ID!, $postId: ID!, $position: RoadmapPositionInput!) {
    moveRoadmapPost(input: { id: $id, postId: $postId, position: $position }) {
      roadmap {
        id
      }
      errors {
        message
      }
    }
  }
`)

export const PLAN_POST = graphql(`
  mutation PlanRoadmapPost($id: ID!, $postId: ID!, $plannedFor: Date) {
    planRoadmapPost(input: { id: $id, postId: $postId, plannedFor: $plannedFor }) {
      roadmap {
        id
      }
      errors {
        message
      }
    }
  }
`)

export const SCORE_POST = graphql(`
  mutation ScoreRoadmapPost($id: ID!, $postId: ID!, $scoring: RoadmapPostScoringInput!) {
    scoreRoadmapPost(input: { id: $id, postId: $postId, scoring: $scoring }) {
      roadmap {
        id
        score
      }
      errors {
        message
      }
    }
  }
`)

/** The status of a post is everywhere the same, so that other roadmaps show it as well. */
export const SET_STATUS = graphql(`
  mutation SetRoadmapPostStatus($postId: ID!, $statusId: ID!) {
    updatePost(input: { id: $postId, status: { id: $statusId } }) {
      post {
        id
        status {
          id
          name
          color
        }
      }
      errors {
        message
      }
    }
  }
`)
