import { graphql, type ResultOf } from '../../graphql.ts'

const STATUS = graphql(`
  fragment StatusFields on Status @_unmask {
    id
    name
    slug
    color
    kind
    percentage
    updatedAt
  }
`)

/** Statuses in the order of the workflow, with their posts. It moves with both. */
export const STATUSES = graphql(
  `
    subscription Statuses {
      statusCounts {
        count
        status {
          id
          ...StatusFields
        }
      }
    }
  `,
  [STATUS],
)

/** A status as its row shows it. */
export type Status = ResultOf<typeof STATUSES>['statusCounts'][number]['status']

export const CREATE_STATUS = graphql(
  `
    mutation CreateStatus($input: CreateStatusInput!) {
      createStatus(input: $input) {
        status {
          id
          ...StatusFields
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [STATUS],
)

export const UPDATE_STATUS = graphql(
  `
    mutation UpdateStatus($input: UpdateStatusInput!) {
      updateStatus(input: $input) {
        status {
          id
          ...StatusFields
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [STATUS],
)

export const REORDER_STATUSES = graphql(`
  mutation ReorderStatuses($ids: [ID!]!) {
    reorderStatuses(input: { ids: $ids }) {
      statuses {
        id
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const DELETE_STATUS = graphql(`
  mutation DeleteStatus($id: ID!) {
    deleteStatus(input: { id: $id }) {
      deletedStatusId
      errors {
        field
        message
        problem
      }
    }
  }
`)
