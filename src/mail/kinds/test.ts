import type { MailKindDefinition } from './kind.ts'

/** A message with which an admin tries the settings. */
export const test: MailKindDefinition = {
  contentOf: ({ words, name }) => ({
    subject: words.text('test.subject', { name }),
    blocks: [{ type: 'text', text: words.text('test.text', { name }) }],
  }),
  lifetimeS: null,
  ignoresSuppression: false,
  skipReason: async () => null,
}
