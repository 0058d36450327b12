import { resetProblem } from '../../modules/users/reset-problem.ts'
import type { MailKindDefinition } from './kind.ts'

/** A link to set a new password of an account. It has no text of the person who asks. */
export const passwordReset: MailKindDefinition = {
  contentOf: ({ words, name, values: { link = '' } }) => ({
    subject: words.text('reset.subject'),
    blocks: [
      { type: 'text', text: words.text('reset.text', { name }) },
      { type: 'button', text: words.text('reset.button'), link },
      { type: 'note', text: `${words.text('ignore')} ${words.text('reset.unchanged')}` },
    ],
  }),
  lifetimeS: 30 * 60,
  ignoresSuppression: true,
  skipReason: (db, { email }) => resetProblem(db, email),
}
