import { isInvited } from '../../modules/invitations/is-invited.ts'
import type { MailWords } from '../words.ts'
import type { MailKindDefinition } from './kind.ts'

/** An invitation to the team of an organization. */
export const invitation: MailKindDefinition = {
  contentOf: ({ words, name, values: { link = '', role = '', invitedBy = '' } }) => ({
    subject: words.text('invitation.subject', { name }),
    blocks: [
      {
        type: 'text',
        text: words.text('invitation.text', { name, person: invitedBy, role: roleName(words, role) }),
      },
      { type: 'button', text: words.text('invitation.button'), link },
      { type: 'note', text: words.text('invitation.open') },
    ],
  }),
  lifetimeS: null,
  ignoresSuppression: false,
  skipReason: async (db, { organizationId, email }) =>
    (await isInvited(db, organizationId, email)) ? null : 'The invitation is not open any more',
}

const ROLES = ['admin', 'member', 'csm', 'collaborator'] as const

function roleName(words: MailWords, role: string): string {
  const known = ROLES.find((one) => one === role)
  return known ? words.text(`role.${known}`) : role
}
