import { builder } from '../../../graphql/builder.ts'
import { toNodeId } from '../../../graphql/schema/node/prefixes.ts'
import type { Erasure } from './erase-person.ts'

/** Changes by the deletion of a customer. */
export const ErasureRef = builder.objectRef<Erasure>('Erasure').implement({
  description:
    'Numbers of deletions and changes of an erasure, after which a worker empties the log of deliveries. Backups and the logs of processes are not covered.',
  fields: (t) => ({
    accountDeleted: t.exposeBoolean('accountDeleted', {
      description: 'Whether the account was deleted, because no other organization has a person with it.',
    }),
    subscriptions: t.exposeInt('subscriptions', { description: 'Number of deleted subscriptions.' }),
    sessions: t.exposeInt('sessions', { description: 'Number of ended sessions by SSO.' }),
    invitations: t.exposeInt('invitations', {
      description: 'Number of deleted invitations. The link of an open one has ended.',
    }),
    events: t.exposeInt('events', { description: 'Number of events without the data of the person.' }),
    importEntries: t.exposeInt('importEntries', {
      description: 'Number of rows of imports without the address.',
    }),
    identifiers: t.exposeInt('identifiers', {
      description: 'Number of keyed hashes by which a later import recognizes the person.',
    }),
    files: t.exposeInt('files', {
      description: 'Number of deleted uploads and stored answers of imports that have ended.',
    }),
    exports: t.exposeInt('exports', {
      description:
        'Number of deleted files of exports with people. Exports that are being written start again.',
    }),
    keptFiles: t.exposeInt('keptFiles', {
      description:
        'Number of uploads without an import, and of files of imports that have not ended, which may contain the person. They are not changed.',
    }),
    mentions: t.idList({
      description:
        'Ids of the posts, comments and changelog entries whose text contains the address, at most 100 of each. They are not changed.',
      resolve: ({ mentions }) => mentions.map(({ type, id }) => toNodeId(type, id)),
    }),
  }),
})
