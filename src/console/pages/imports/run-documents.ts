import { graphql, type ResultOf } from '../../graphql.ts'

/** Fields that change while an import is planned or works. */
const RUN_STATE = graphql(`
  fragment ImportRunState on ImportRun @_unmask {
    id
    state
    reason
    errorsCount
    finishedAt
    counts {
      kind
      created
      updated
      unchanged
      kept
      skipped
      failed
    }
    progress {
      phase
      done
      total
      rate
      secondsLeft
    }
  }
`)

/** Imports of the organization, newest first. */
export const IMPORT_RUNS = graphql(`
  query ImportRuns($after: String) {
    importRuns(first: 20, after: $after) {
      nodes {
        id
        source
        sourceName
        state
        fileName
        errorsCount
        createdAt
        counts {
          kind
          created
          updated
        }
        planned {
          kind
          created
          updated
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type RunRow = ResultOf<typeof IMPORT_RUNS>['importRuns']['nodes'][number]

/** One import with its plan. */
export const IMPORT_RUN = graphql(
  `
    query ImportRun($id: ID!) {
      importRun(by: { id: $id }) {
        id
        ...ImportRunState
        source
        sourceName
        fileName
        options {
          emit
        }
        createdAt
        startedAt
        undoUntil
        countedVotes
        secondsPlanned
        duplicatesCount
        startedBy {
          id
          name
        }
        planned {
          kind
          created
          updated
          unchanged
          kept
          skipped
          failed
        }
        people {
          withEmail
          withoutEmail
          byName
          present
          erased
        }
        values {
          field
          value
          count
          becomes
          needsDecision
        }
        decisions {
          option
          reason
        }
        columns {
          field
          heading
        }
        headings
        losses {
          what
          count
          reason
        }
        samples {
          externalId
          title
          status
          bucket
          tags
          createdAt
          after {
            title
            descriptionHtml
            status
            bucket
            tags
            createdAt
          }
        }
        downloads {
          name
          url
          expiresAt
        }
      }
    }
  `,
  [RUN_STATE],
)

export type ImportRun = NonNullable<ResultOf<typeof IMPORT_RUN>['importRun']>
export type PlannedValue = ImportRun['values'][number]
export type Count = ImportRun['counts'][number]

/** The same import while it works, at most twice a second. */
export const IMPORT_PROGRESS = graphql(
  `
    subscription ImportProgress($id: ID!) {
      importProgress(id: $id) {
        id
        ...ImportRunState
      }
    }
  `,
  [RUN_STATE],
)
