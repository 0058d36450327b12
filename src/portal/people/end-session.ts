import { AppError } from '../../lib/errors.ts'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import type { SessionVisit } from './visit-handler.ts'

const SIGN_OUT = graphql(
  /* GraphQL */ `
    mutation {
      signOut(input: {}) {
        revokedSessionId
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Ends the session of the request. Every process rejects its token within one second. */
export async function endSession({ caller, run }: SessionVisit): Promise<void> {
  if (caller.sessionId === null) return
  try {
    await run(SIGN_OUT, {})
  } catch (error) {
    // It has ended since the request arrived.
    if (!(error instanceof AppError) || !['NOT_FOUND', 'UNAUTHORIZED'].includes(error.code)) throw error
  }
}
