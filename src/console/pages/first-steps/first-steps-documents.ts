import { graphql, type ResultOf } from '../../graphql.ts'

/** The data from which the ticks of the steps follow. */
export const FIRST_STEPS = graphql(`
  query FirstSteps {
    organization {
      id
      slug
      visibility
      avatarUrl
      colorPrimary
      portalUrl
      updatedAt
    }
    buckets(first: 2) {
      nodes {
        id
        name
      }
    }
    teamMembers(first: 20) {
      nodes {
        id
        user {
          id
          bot
        }
      }
    }
    invitations(first: 1) {
      nodes {
        id
      }
    }
    customers(first: 1) {
      nodes {
        id
      }
    }
    posts(first: 1, filter: { includePrivate: true }) {
      nodes {
        id
      }
    }
    importRuns(first: 1) {
      nodes {
        id
      }
    }
    mailSettings {
      from
      problem
    }
  }
`)

export type FirstStepsData = ResultOf<typeof FIRST_STEPS>

export const SET_VISIBILITY = graphql(`
  mutation SetVisibility($visibility: OrganizationVisibility!, $signUp: SignUp!) {
    updateOrganization(input: { visibility: $visibility, signUp: $signUp }) {
      organization {
        id
        visibility
        updatedAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
