import { graphql } from '../../graphql.ts'

export const PLAN_IMPORT = graphql(`
  mutation PlanImport($input: PlanImportInput!) {
    planImport(input: $input) {
      importRun {
        id
        state
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const START_IMPORT = graphql(`
  mutation StartImport($input: StartImportInput!) {
    startImport(input: $input) {
      importRun {
        id
        state
        reason
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const PAUSE_IMPORT = graphql(`
  mutation PauseImport($id: ID!) {
    pauseImport(input: { id: $id }) {
      importRun {
        id
        state
        reason
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const RESUME_IMPORT = graphql(`
  mutation ResumeImport($id: ID!) {
    resumeImport(input: { id: $id }) {
      importRun {
        id
        state
        reason
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const DELETE_IMPORT = graphql(`
  mutation DeleteImport($id: ID!) {
    deleteImport(input: { id: $id }) {
      deletedImportRunId
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const UNDO_IMPORT = graphql(`
  mutation UndoImport($id: ID!) {
    undoImport(input: { id: $id }) {
      importRun {
        id
        state
        reason
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
