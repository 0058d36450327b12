import type { EventName } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { connectionType, pageArgs } from '../../../graphql/page.ts'
import { OAuthAppRef } from '../apps/type.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import { installsOfApp, type AppInstallRow } from './installs-of-app.ts'
import { OrganizationSummaryRef } from './type.ts'

export const AppInstallRef = builder.objectRef<AppInstallRow>('AppInstall').implement({
  description: "An install as the app's owner sees it.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    organization: t.field({
      type: OrganizationSummaryRef,
      description: 'Where it is installed.',
      resolve: (install) => ({
        id: install.organizationId,
        slug: install.organizationSlug,
        name: install.organizationName,
      }),
    }),
    actor: t.field({ type: ActorModeRef, description: 'Whom it acts as.', resolve: ({ actor }) => actor }),
    scopes: t.exposeStringList('scopes', { description: 'The most that its tokens may do.' }),
    webhookEvents: t.field({
      type: [EventNameRef],
      description: 'The events that it was granted to be told of.',
      resolve: (install) => install.webhookEvents as EventName[],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was installed.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last consented to or narrowed.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

export const AppInstallConnectionRef = connectionType('AppInstall', AppInstallRef)

builder.objectFields(OAuthAppRef, (t) => ({
  installs: t.field({
    type: AppInstallConnectionRef,
    description: 'Where it is installed, newest first.',
    args: pageArgs,
    resolve: (app, page, { db }) => installsOfApp(db, app, page),
  }),
}))
