import type { MailKindDefinition } from './kind.ts'

/** Notifies the person of an account of a new password. */
export const passwordChanged: MailKindDefinition = {
  contentOf: ({ words, name }) => ({
    subject: words.text('changed.subject'),
    blocks: [
      { type: 'text', text: words.text('changed.text', { name }) },
      { type: 'text', text: words.text('changed.warning') },
    ],
  }),
  lifetimeS: null,
  ignoresSuppression: true,
  skipReason: async () => null,
}
