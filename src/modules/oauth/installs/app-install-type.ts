import type { Scope } from '../../../auth/scopes.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { DATABASE_ID } from '../../../graphql/schema/node/node.ts'
import { toNodeId } from '../../../graphql/schema/node/prefixes.ts'
import { connectionType, pageArgs } from '../../../graphql/schema/page.ts'
import { OAuthAppRef } from '../apps/type.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { ActorModeRef, ScopeRef } from '../enums.ts'
import { oauthLoaders } from '../loaders.ts'
import { OrganizationSummaryRef } from '../organization-summary-type.ts'
import type { AppInstallRow } from './installs-of-apps.ts'

const AppInstallRef = builder.objectRef<AppInstallRow>('AppInstall').implement({
  description:
    "An install as the app's owner sees it. It has no `id`, as `node` finds it only in its own organization.",
  fields: (t) => ({
    installId: t.id({ description: 'Id of the install.', resolve: ({ id }) => toNodeId('Install', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    organization: t.field({
      type: OrganizationSummaryRef,
      description: 'Organization of the install.',
      resolve: (install) => ({
        id: install.organizationId,
        slug: install.organizationSlug,
        name: install.organizationName,
      }),
    }),
    actorMode: t.expose('actor', {
      type: ActorModeRef,
      description: 'Whether the app acts as itself or as the person who installed it.',
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'Scopes that limit its tokens.',
      resolve: ({ scopes }) => scopes as Scope[],
    }),
    webhookEvents: t.field({
      type: [EventTypeRef],
      description: 'Events that the install grants.',
      resolve: (install) => install.webhookEvents as EventType[],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of installation.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last consent or narrowing.',
    }),
  }),
})

const AppInstallConnectionRef = connectionType('AppInstall', AppInstallRef)

builder.objectFields(OAuthAppRef, (t) => ({
  installs: t.field({
    type: AppInstallConnectionRef,
    description: 'Installs of the app, newest first.',
    args: pageArgs,
    resolve: async ({ id }, { first, after, last, before, offset }, context) =>
      (await oauthLoaders(context).installsOfApp({ first, after, last, before, offset }).one(id)).page,
  }),
}))
