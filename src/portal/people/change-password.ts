import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { unauthorized } from '../../lib/errors.ts'
import { textOfField, type SessionVisit } from './visit-handler.ts'

const CHANGE_PASSWORD = graphql(
  /* GraphQL */ `
    mutation ($currentPassword: String!, $newPassword: String!, $locale: Locale) {
      changePassword(
        input: { currentPassword: $currentPassword, newPassword: $newPassword, locale: $locale }
      ) {
        session {
          token
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/**
 * Changes the password of the session's account with the fields `current_password` and `new_password`. All its
 * sessions end. Returns the token of a new one.
 * @throws AppError UNAUTHORIZED without a session, and as `changePassword`
 */
export async function changePasswordOf({ caller, locale, read, run }: SessionVisit): Promise<string> {
  if (caller.sessionId === null) throw unauthorized('Sign in to change the password')
  const sent = await read()
  const { changePassword } = await run(CHANGE_PASSWORD, {
    currentPassword: textOfField(sent.current_password),
    newPassword: textOfField(sent.new_password),
    locale: locale(),
  })
  return changePassword.session.token
}
