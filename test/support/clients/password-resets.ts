import type { TestApp } from '../app.ts'
import { run } from './operations.ts'
import { queuedMails } from './queued-mails.ts'

export const REQUEST =
  'mutation ($email: EmailAddress!) { requestPasswordReset(input: { email: $email, locale: DE }) { requested errors { code message } } }'
export const RESET =
  'mutation ($token: String!, $password: String!) { resetPassword(input: { token: $token, newPassword: $password, locale: DE }) { session { token account { databaseId } organizations { nodes { slug } } } } }'
export const LOOK = 'query ($token: String!) { passwordReset(token: $token) { maskedEmail expiresAt } }'

/** Functions that request and use links that set a password, at an app. */
export const passwordResetsAt = (app: TestApp) => ({
  request: (email: string) => run(app, {}, REQUEST, { email }),
  look: async (token: string) => (await run(app, {}, LOOK, { token })).passwordReset,
  /** Requests a link for an address. Returns its token. */
  tokenOf: async (email: string) => {
    await run(app, {}, REQUEST, { email })
    const mails = await queuedMails(app, email.toLowerCase())
    const link = mails.find(({ kind }) => kind === 'password_reset')?.values.link ?? ''
    return new URL(link).pathname.split('/').at(-1) ?? ''
  },
  /** Makes all requests older. */
  letPass: (seconds: number) =>
    app.database.pool.query(
      'update password_resets set created_at = created_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1)',
      [seconds],
    ),
})
