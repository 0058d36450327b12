import { signInProblem } from '../../modules/sign-in/sign-in-problem.ts'
import type { MailKindDefinition } from './kind.ts'

/** A code, and a link that does the same on the device that reads the mail. It has no text of the person who asks. */
export const signInCode: MailKindDefinition = {
  contentOf: ({ words, name, values: { code = '', link = '' } }) => ({
    subject: words.text('code.subject', { name }),
    blocks: [
      { type: 'text', text: words.text('code.lead') },
      { type: 'code', code },
      { type: 'note', text: words.text('code.enter') },
      { type: 'text', text: words.text('code.link') },
      { type: 'button', text: words.text('code.button'), link },
      { type: 'note', text: words.text('ignore') },
    ],
  }),
  lifetimeS: 15 * 60,
  ignoresSuppression: true,
  skipReason: (db, { organizationId, email }) => signInProblem(db, organizationId, email),
}
